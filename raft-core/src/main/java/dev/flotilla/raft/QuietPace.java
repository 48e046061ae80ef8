package dev.flotilla.raft;

import java.util.concurrent.TimeUnit;

/**
 * When a leader sends its heartbeats at longer intervals, so that a group that nobody uses is
 * quiet: when nothing was asked of it for a while, all followers that answer hold its whole log,
 * and all of them have agreed to miss it only after several such intervals. It proposes that with
 * its heartbeats. A command or a read ends it at once, a follower that does not agree any more ends
 * it with the next heartbeat.
 *
 * <p>Only how soon a leader is missed depends on it. Followers vote for nobody the sooner for it,
 * and no lease is longer (safety rule 10).
 */
final class QuietPace {
  /** The interval of a quiet leader. */
  static final long INTERVAL_MILLIS = 1_000;

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS);

  private final Replica replica;
  private final Followers followers;
  private final long quietAfterNanos;
  private long usedNanos;

  QuietPace(Replica replica, Followers followers) {
    this.replica = replica;
    this.followers = followers;
    boolean isSlower = INTERVAL_NANOS > replica.options.heartbeatNanos();
    this.quietAfterNanos = isSlower ? replica.options.leadership().quietAfterNanos() : 0;
    this.usedNanos = replica.nowNanos;
  }

  long intervalNanos() {
    return replica.timeout.isQuiet() ? INTERVAL_NANOS : replica.options.heartbeatNanos();
  }

  /**
   * Something is asked of the leader.
   *
   * @return whether the leader was quiet until now, so that a heartbeat is due
   */
  boolean end() {
    usedNanos = replica.nowNanos;
    followers.quietMillis = 0;
    boolean wasQuiet = replica.timeout.isQuiet();
    replica.timeout.expectEvery(0, replica.nowNanos);
    return wasQuiet;
  }

  /** A heartbeat is due. */
  void beat() {
    if (quietAfterNanos == 0) {
      return;
    }
    if (!followers.areAlike()) {
      usedNanos = replica.nowNanos;
    }
    boolean isProposed = replica.nowNanos - usedNanos >= quietAfterNanos;
    followers.quietMillis = isProposed ? (int) INTERVAL_MILLIS : 0;
    boolean isQuiet = isProposed && followers.agreeToBeQuiet();
    replica.timeout.expectEvery(isQuiet ? INTERVAL_NANOS : 0, replica.nowNanos);
  }
}
