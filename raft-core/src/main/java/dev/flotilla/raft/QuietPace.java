package dev.flotilla.raft;

/**
 * When a leader sends its heartbeats at longer intervals, so that a group that nobody uses is
 * quiet: when nothing was asked of it for a while, all followers that answer hold its whole log,
 * and all of them have agreed to miss it only after several such intervals. It proposes that with
 * its heartbeats. A command or a read ends it at once, a follower that does not agree any more ends
 * it with the next heartbeat.
 *
 * <p>If a follower does not agree within the longest election timeout, the leader takes the
 * proposal back, and makes it again later.
 *
 * <p>Only the time until an election depends on it. No follower votes sooner, and no lease is
 * longer (safety rule 10).
 */
final class QuietPace {
  /** The interval of a quiet leader. */
  static final long INTERVAL_MILLIS = 1_000;

  private static final long INTERVAL_NANOS = INTERVAL_MILLIS * 1_000_000;

  private final Replica replica;
  private final Followers followers;
  private final long quietAfterNanos;

  /** When the leader got a request last. */
  long usedNanos;

  /** Since when the interval is proposed, if it is. */
  private long proposedNanos;

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
   * The leader got a request while it is quiet, or proposes to be.
   *
   * @return whether the leader was quiet until now, so that a heartbeat is due
   */
  boolean end() {
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
    boolean isDue = replica.nowNanos - usedNanos >= quietAfterNanos;
    boolean isProposed = followers.quietMillis > 0;
    boolean isTooLate =
        isProposed
            && !replica.timeout.isQuiet()
            && replica.nowNanos - proposedNanos >= replica.options.electionTimeoutMaxNanos();
    if (!followers.areAlike() || isQuorumSilent() || isTooLate) {
      // Those that have agreed go back with the next heartbeat.
      usedNanos = replica.nowNanos;
      isDue = false;
    }
    if (isDue && !isProposed) {
      proposedNanos = replica.nowNanos;
    }
    followers.quietMillis = isDue ? (int) INTERVAL_MILLIS : 0;
    boolean isQuiet = isDue && followers.agreeToBeQuiet();
    replica.timeout.expectEvery(isQuiet ? INTERVAL_NANOS : 0, replica.nowNanos);
  }

  private boolean isQuorumSilent() {
    return followers.quorumSilenceNanos() >= replica.timeout.minSilenceNanos();
  }
}
