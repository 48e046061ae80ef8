package dev.flotilla.client;

/**
 * How long to wait between attempts that were not answered by a leader. A wait is uniformly random
 * between a shortest one and a limit; the limit doubles with every wait of a call, up to a longest
 * one. A redirection to a leader is followed at once, three times in a row at most.
 *
 * @param minMillis the shortest wait
 * @param maxMillis the longest wait
 * @param firstMillis the limit of a call's first wait; {@code maxMillis} for limits that do not
 *     grow
 */
public record RetryPolicy(int minMillis, int maxMillis, int firstMillis) {
  /**
   * Short waits first, then longer ones, so that a group that is overloaded gets room; random so
   * that many clients do not come back together.
   */
  public static final RetryPolicy DEFAULT = new RetryPolicy(10, 1_000, 100);

  /** What ZooKeeper's client does after a lost connection, and the paper's clients with it. */
  public static final RetryPolicy ZOOKEEPER = new RetryPolicy(0, 1000);

  /** Rejects negative and inverted ranges. */
  public RetryPolicy {
    if (minMillis < 0 || firstMillis < minMillis || maxMillis < firstMillis) {
      throw new IllegalArgumentException(
          "a retry waits between minMillis and maxMillis, 0 <= min <= first <= max, not "
              + minMillis
              + ", "
              + firstMillis
              + " and "
              + maxMillis);
    }
  }

  /** Waits that are uniformly random between two bounds. */
  public RetryPolicy(int minMillis, int maxMillis) {
    this(minMillis, maxMillis, maxMillis);
  }

  /**
   * The limit of one of a call's waits.
   *
   * @param waits how many waits of the call there were before
   */
  public int limitMillis(int waits) {
    long doubled = Math.max(1L, firstMillis) << Math.min(waits, Integer.SIZE - 2);
    return (int) Math.min(maxMillis, doubled);
  }
}
