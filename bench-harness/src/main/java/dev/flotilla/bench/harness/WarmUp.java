package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.WarmUpResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides second by second when a system is warm: its throughput is flat when the last 5 s differ
 * by at most 5 % from the 5 s before, after a minimum that is the same for every system.
 */
final class WarmUp {
  private static final int WINDOW_SECONDS = 5;
  private static final double MAX_DIFFERENCE = 0.05;

  private final int minSeconds;
  private final int maxSeconds;
  private final List<Long> opsPerSecond = new ArrayList<>();

  WarmUp(Duration min, Duration max) {
    minSeconds = Math.toIntExact(min.toSeconds());
    maxSeconds = Math.toIntExact(max.toSeconds());
  }

  /** One more second has passed. */
  void add(long ops) {
    opsPerSecond.add(ops);
  }

  boolean isOver() {
    int seconds = opsPerSecond.size();
    return seconds >= maxSeconds || (seconds >= minSeconds && isFlat());
  }

  WarmUpResult result() {
    return new WarmUpResult(opsPerSecond.size(), isFlat());
  }

  private boolean isFlat() {
    int seconds = opsPerSecond.size();
    if (seconds < 2 * WINDOW_SECONDS) {
      return false;
    }
    long last = sum(seconds - WINDOW_SECONDS);
    long before = sum(seconds - 2 * WINDOW_SECONDS);
    return last > 0 && Math.abs(last - before) <= MAX_DIFFERENCE * before;
  }

  private long sum(int from) {
    return opsPerSecond.subList(from, from + WINDOW_SECONDS).stream()
        .mapToLong(Long::longValue)
        .sum();
  }
}
