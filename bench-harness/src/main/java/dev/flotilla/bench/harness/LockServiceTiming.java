package dev.flotilla.bench.harness;

import java.time.Duration;

/**
 * How long a run of the lock service takes.
 *
 * @param warmUpMin the shortest warm-up
 * @param warmUpMax the longest warm-up
 * @param measureSeconds how long it is measured
 */
record LockServiceTiming(Duration warmUpMin, Duration warmUpMax, int measureSeconds) {
  /** The paper's four minutes, after the warm-up of the steady mode. */
  static final LockServiceTiming PAPER =
      new LockServiceTiming(Duration.ofSeconds(25), Duration.ofSeconds(90), 240);

  /** Short enough for four cells in three minutes. */
  static final LockServiceTiming QUICK =
      new LockServiceTiming(Duration.ofSeconds(5), Duration.ofSeconds(5), 10);
}
