package dev.flotilla.client;

import java.time.Duration;

/** What a time limit of a call may be. */
final class TimeLimits {
  private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

  private TimeLimits() {}

  /**
   * The limit, if it is one.
   *
   * @throws IllegalArgumentException if it is not from 1 ms to 24 days
   */
  static Duration checked(Duration limit) {
    if (limit.compareTo(Duration.ofMillis(1)) < 0 || limit.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("a timeout is from 1 ms to 24 days, not " + limit);
    }
    return limit;
  }
}
