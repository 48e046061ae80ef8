package dev.flotilla.recipes;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How long something may take in all, with every call of the group that it needs. Immutable.
 *
 * @param atMost empty if there is no limit
 * @param beganNanos since when
 */
record WaitLimit(Optional<Duration> atMost, long beganNanos) {
  private static final Duration ENDLESS = Duration.ofNanos(Long.MAX_VALUE);
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MOST_NANOS = TimeUnit.DAYS.toNanos(20);

  /** Begins now. */
  static WaitLimit of(Optional<Duration> atMost) {
    return new WaitLimit(atMost, System.nanoTime());
  }

  boolean isBounded() {
    return atMost.isPresent();
  }

  boolean isOver() {
    return leftNanos() == 0;
  }

  /** What is left; as long as it can be if there is no limit. */
  long leftNanos() {
    Duration left = atMost.orElse(ENDLESS).minus(Duration.ofNanos(System.nanoTime() - beganNanos));
    return left.isNegative() ? 0 : left.compareTo(ENDLESS) > 0 ? Long.MAX_VALUE : left.toNanos();
  }

  /** What is left, as the time limit of a call. */
  Duration left() {
    return Duration.ofNanos(Math.max(LEAST_NANOS, Math.min(leftNanos(), MOST_NANOS)));
  }
}
