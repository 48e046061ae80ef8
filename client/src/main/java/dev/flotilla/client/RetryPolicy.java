package dev.flotilla.client;

import java.time.Duration;

/**
 * How long to wait between attempts that were not answered by a leader. A wait is uniformly random
 * between a shortest one and a limit; the limit doubles with every wait of a call, up to a longest
 * one. A redirection to a leader is followed at once, three times in a row at most. Immutable; in
 * whole milliseconds.
 */
public final class RetryPolicy {
  /**
   * Short waits first, then longer ones, so that a group that is overloaded gets room; random so
   * that many clients do not come back together: 10 ms to 1 s, the first at most 100 ms.
   */
  public static final RetryPolicy DEFAULT =
      between(Duration.ofMillis(10), Duration.ofSeconds(1)).startingAt(Duration.ofMillis(100));

  /** What ZooKeeper's client does after a lost connection, and the paper's clients with it. */
  public static final RetryPolicy ZOOKEEPER = between(Duration.ZERO, Duration.ofSeconds(1));

  private final Duration min;
  private final Duration max;
  private final Duration first;

  private RetryPolicy(Duration min, Duration max, Duration first) {
    boolean isOrdered = !min.isNegative() && first.compareTo(min) >= 0 && max.compareTo(first) >= 0;
    if (!isOrdered || max.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a retry waits %s to %s, at first up to %s; use 0 <= min <= first <= max <= 24 days"
              .formatted(min, max, first));
    }
    this.min = min;
    this.max = max;
    this.first = first;
  }

  /**
   * Waits that are uniformly random between two bounds, from the first one on.
   *
   * @throws IllegalArgumentException if the bounds are inverted, negative, or above 24 days
   */
  public static RetryPolicy between(Duration min, Duration max) {
    return new RetryPolicy(min, max, max);
  }

  /**
   * The same with a limit of the first wait of a call, which doubles with each wait.
   *
   * @throws IllegalArgumentException if it is not between the bounds
   */
  public RetryPolicy startingAt(Duration firstLimit) {
    return new RetryPolicy(min, max, firstLimit);
  }

  /** The shortest wait. */
  public Duration min() {
    return min;
  }

  /** The longest wait. */
  public Duration max() {
    return max;
  }

  /**
   * The limit of one of a call's waits.
   *
   * @param waits how many waits of the call there were before
   */
  public Duration limit(int waits) {
    long doubled = Math.max(1L, first.toMillis()) << Math.min(waits, Integer.SIZE - 2);
    return Duration.ofMillis(Math.min(max.toMillis(), doubled));
  }
}
