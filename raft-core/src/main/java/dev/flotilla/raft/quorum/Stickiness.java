package dev.flotilla.raft.quorum;

/**
 * How long this server helps to elect nobody, since a leader that it has answered counts on that
 * (thesis §4.2.3, §6.4.1; safety rule 10). It outlives roles and terms: whatever else this server
 * learns meanwhile, the leader has its word.
 *
 * <p>A process that begins anew does not know whom it answered last, nor when, so it keeps quiet
 * for one longest election timeout. It does so whether or not it is told to use leases itself:
 * another member may be. Only who has never been in a term has answered nobody: whoever is alone
 * now may have answered the leader that made it so.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Stickiness {
  private final ElectionTimeout timeout;
  private long untilNanos;

  /** Until when a quiet leader is taken for alive; no promise, it ends when it is not quiet. */
  private long quietUntilNanos;

  public Stickiness(ElectionTimeout timeout, boolean mayHaveAnswered, long nowNanos) {
    this.timeout = timeout;
    this.untilNanos = nowNanos + (mayHaveAnswered ? atLeastALease(timeout.maxNanos()) : 0);
  }

  /** A leader of the current term is heard, and will be answered. */
  public void heardLeader(long nowNanos) {
    long until = nowNanos + atLeastALease(timeout.usualMinNanos());
    if (until - untilNanos > 0) {
      untilNanos = until;
    }
    quietUntilNanos = nowNanos + timeout.minNanos();
  }

  /** The leader may have a longer election timeout than this server, and a lease. */
  private static long atLeastALease(long timeoutNanos) {
    return Math.max(timeoutNanos, Lease.MAX_LENGTH_NANOS);
  }

  public boolean isBound(long nowNanos) {
    return nowNanos - untilNanos < 0 || (timeout.isQuiet() && nowNanos - quietUntilNanos < 0);
  }

  /**
   * By how much a random silence that begins now must be longer, so that not even the shortest ends
   * before this. A server's own vote counts for an election as any other.
   */
  public long extraSilenceNanos(long nowNanos) {
    long latest = untilNanos - timeout.minNanos();
    return Math.max(0, latest - nowNanos);
  }
}
