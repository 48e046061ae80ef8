package dev.flotilla.client;

/**
 * How long to wait between attempts that were not answered by a leader. Redirections to a leader
 * are followed at once, whatever the policy.
 *
 * @param minMillis the shortest wait
 * @param maxMillis the longest wait; the waits are uniformly random between the two
 */
public record RetryPolicy(int minMillis, int maxMillis) {
  /** Short waits, random so that many clients do not come back together. */
  public static final RetryPolicy DEFAULT = new RetryPolicy(10, 200);

  /** What ZooKeeper's client does after a lost connection, and the paper's clients with it. */
  public static final RetryPolicy ZOOKEEPER = new RetryPolicy(0, 1000);

  /** Rejects negative and inverted ranges. */
  public RetryPolicy {
    if (minMillis < 0 || maxMillis < minMillis) {
      throw new IllegalArgumentException(
          "a retry waits between minMillis and maxMillis, 0 <= min <= max, not "
              + minMillis
              + " and "
              + maxMillis);
    }
  }
}
