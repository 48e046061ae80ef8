package dev.flotilla.raft.log;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which entries are taken whose log time is lower than that of the entry before them (ours). No
 * leader sends one, unless a forged entry with a far log time stands before it. So the first such
 * message is refused, as any contradiction. An entry that still comes after {@value
 * #PATIENCE_TIMEOUTS} of the longest election timeouts is what the leader sends again and again:
 * then it is taken, and so are those that follow it, until one is in order. {@code Follower} raises
 * their log times, since otherwise one forged message would keep this server behind for good.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class LogTimeOrder {
  public static final int PATIENCE_TIMEOUTS = 2;

  private final long patienceNanos;
  private Optional<LogPosition> refused = Optional.empty();
  private long refusedSinceNanos;
  private boolean isTaking;

  public LogTimeOrder(RaftOptions options) {
    this.patienceNanos = PATIENCE_TIMEOUTS * options.electionTimeoutMaxNanos();
  }

  /** Whether an entry may follow the one before it, which has this log time. */
  public boolean takes(Entry entry, long timeBeforeMillis, long nowNanos) {
    if (entry.timeMillis() >= timeBeforeMillis) {
      isTaking = false;
      return true;
    }
    isTaking = isTaking || isPatienceOver(entry.position(), nowNanos);
    return isTaking;
  }

  private boolean isPatienceOver(LogPosition position, long nowNanos) {
    if (!refused.equals(Optional.of(position))) {
      refused = Optional.of(position);
      refusedSinceNanos = nowNanos;
    }
    return nowNanos - (refusedSinceNanos + patienceNanos) >= 0;
  }

  /**
   * These entries, each with a log time that is at least that of the entry before it. The log holds
   * lower ones only after forged messages: the time before an entry that replaces another is not
   * always in memory when it comes.
   */
  public static List<Entry> raised(List<Entry> entries) {
    List<Entry> raised = new ArrayList<>();
    long timeMillis = 0;
    for (Entry entry : entries) {
      raised.add(entry.notBefore(timeMillis));
      timeMillis = raised.get(raised.size() - 1).timeMillis();
    }
    return raised.equals(entries) ? entries : raised;
  }
}
