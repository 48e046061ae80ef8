package dev.flotilla.raft;

import java.util.Optional;

/**
 * Which entries are taken whose log time is lower than that of the entry before them (ours). No
 * leader sends one, unless a forged entry with a far log time stands before it. So the first such
 * message is refused, as any contradiction. An entry that still comes after {@value
 * #PATIENCE_TIMEOUTS} of the longest election timeouts is what the leader sends again and again:
 * then it is taken, and so are those that follow it, until one is in order. {@link Follower} raises
 * their log times, since otherwise one forged message would keep this server behind for good.
 */
final class LogTimeOrder {
  static final int PATIENCE_TIMEOUTS = 2;

  private final Replica replica;
  private Optional<LogPosition> refused = Optional.empty();
  private long refusedSinceNanos;
  private boolean isTaking;

  LogTimeOrder(Replica replica) {
    this.replica = replica;
  }

  /** Whether an entry may follow the one before it, which has this log time. */
  boolean takes(Entry entry, long timeBeforeMillis) {
    if (entry.timeMillis() >= timeBeforeMillis) {
      isTaking = false;
      return true;
    }
    isTaking = isTaking || isPatienceOver(entry.position());
    return isTaking;
  }

  private boolean isPatienceOver(LogPosition position) {
    if (!refused.equals(Optional.of(position))) {
      refused = Optional.of(position);
      refusedSinceNanos = replica.nowNanos();
    }
    long patienceNanos = PATIENCE_TIMEOUTS * replica.options().electionTimeoutMaxNanos();
    return replica.isPast(refusedSinceNanos + patienceNanos);
  }
}
