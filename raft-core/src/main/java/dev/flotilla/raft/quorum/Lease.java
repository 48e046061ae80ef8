package dev.flotilla.raft.quorum;

import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * For how long a leader may answer reads without asking anybody (thesis §6.4.1).
 *
 * <p>Whoever answers a request of a leader helps to elect nobody else for one shortest election
 * timeout, and at least {@link #MAX_LENGTH_NANOS}, from its arrival ({@link Stickiness}). So for
 * that long after the sending of the newest request that a quorum has answered there can be no
 * other leader, provided that no clock in the quorum runs faster than the leader's by more than
 * {@link LeadershipOptions#leaseDriftPerMille}, by which the lease is shorter. On that assumption,
 * and on nothing else in this library, rests the linearizability of reads under a lease.
 *
 * <p>Times of sending are remembered of some requests only; the one before counts for the others.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Lease {
  /**
   * No lease is longer, and no server votes again sooner after it has answered a leader, whatever
   * their election timeouts: members may have different ones.
   */
  public static final long MAX_LENGTH_NANOS = 150_000_000;

  private static final int MAX_MARKS = 64;

  private final long lengthNanos;
  private final long[] sequences = new long[MAX_MARKS];
  private final long[] sentNanos = new long[MAX_MARKS];

  /** How many marks were made; the newest {@link #MAX_MARKS} of them are kept, as a ring. */
  private int marks;

  private Lease(long lengthNanos) {
    this.lengthNanos = lengthNanos;
  }

  /** That of a leader which is to use leases. */
  public static Optional<Lease> of(RaftOptions options) {
    OptionalInt drift = options.leadership().leaseDriftPerMille();
    if (drift.isEmpty()) {
      return Optional.empty();
    }
    long undiminished = Math.min(options.electionTimeoutMinNanos(), MAX_LENGTH_NANOS);
    return Optional.of(new Lease(undiminished * 1000 / (1000 + drift.getAsInt())));
  }

  /** A request with this number leaves now. */
  public void sent(long sequence, long nowNanos) {
    if (marks == 0 || nowNanos - sentNanos[slot(marks - 1)] >= 2 * lengthNanos / MAX_MARKS) {
      sequences[slot(marks)] = sequence;
      sentNanos[slot(marks)] = nowNanos;
      marks++;
    }
  }

  /**
   * Whether nobody else can lead now.
   *
   * @param agreedSequence requests with this number or later ones have been answered by a quorum
   * @param lastSequence the number of the newest request
   */
  public boolean holds(long agreedSequence, long lastSequence, long nowNanos) {
    if (agreedSequence > lastSequence) {
      // Nobody else is needed.
      return true;
    }
    for (int mark = marks - 1; mark >= Math.max(0, marks - MAX_MARKS); mark--) {
      if (sequences[slot(mark)] <= agreedSequence) {
        return nowNanos - sentNanos[slot(mark)] < lengthNanos;
      }
    }
    return false;
  }

  private static int slot(int mark) {
    return mark & (MAX_MARKS - 1);
  }
}
