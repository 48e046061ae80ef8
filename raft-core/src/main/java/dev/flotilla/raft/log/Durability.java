package dev.flotilla.raft.log;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.TermAndVote;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What of this server's state has been handed out to be persisted, and what is known to be synced.
 *
 * <p>The hazard it guards against: an entry is handed out, overwritten by a new leader's entry, and
 * only then the first one's completion arrives. That completion must not make the index durable,
 * not even if the old entry has come back meanwhile, since the disk still has the overwriting ahead
 * of it. So a truncation lowers what every outstanding persist will prove.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Durability {
  private static final class Outstanding {
    final long number;
    final TermAndVote termAndVote;
    long provesUpTo;

    Outstanding(long number, TermAndVote termAndVote, long provesUpTo) {
      this.number = number;
      this.termAndVote = termAndVote;
      this.provesUpTo = provesUpTo;
    }
  }

  private final ArrayDeque<Outstanding> outstanding = new ArrayDeque<>();
  private long lastNumber;
  private TermAndVote handedOut;
  private TermAndVote durable;

  // Invariant: durableIndex < firstUnwritten; entries from firstUnwritten on are in no Persist.
  private long durableIndex;
  private long firstUnwritten;

  public Durability(DurableState state) {
    handedOut = state.termAndVote();
    durable = state.termAndVote();
    durableIndex = state.lastIndex();
    firstUnwritten = state.lastIndex() + 1;
  }

  /** The last entry up to which the log is synced. */
  public long durableIndex() {
    return durableIndex;
  }

  /** Whether a promise that rests on this term and vote may leave this server. */
  public boolean isDurable(TermAndVote termAndVote) {
    return durable.equals(termAndVote);
  }

  /** Whether an acknowledgement in this term, of entries up to this one, may leave this server. */
  public boolean covers(LogPosition verified, long currentTerm) {
    return verified.index() <= durableIndex && durable.term() == currentTerm;
  }

  /** To be called when the log drops the entry at the index and all after it. */
  public void truncatedFrom(long index) {
    durableIndex = Math.min(durableIndex, index - 1);
    firstUnwritten = Math.min(firstUnwritten, index);
    for (Outstanding persist : outstanding) {
      persist.provesUpTo = Math.min(persist.provesUpTo, index - 1);
    }
  }

  /**
   * To be called when the whole log is forgotten in favour of a snapshot. What is under way proves
   * nothing about the log that begins then, nor does what the disk holds, until the persist with
   * the reset is done.
   */
  public void reset(LogPosition base) {
    durableIndex = 0;
    firstUnwritten = base.index() + 1;
    for (Outstanding persist : outstanding) {
      persist.provesUpTo = 0;
    }
  }

  /** The number of the persist that is handed out next. */
  public long nextNumber() {
    return lastNumber + 1;
  }

  /** Whether a persist is forced. */
  public boolean isForced(long number) {
    return number <= lastNumber - outstanding.size();
  }

  /** Whether there is something new to write. */
  public boolean isDue(long lastIndex, TermAndVote current) {
    return firstUnwritten <= lastIndex || !handedOut.equals(current);
  }

  /** All that is new since the last call, with the messages that presuppose it. */
  public Persist next(
      ReplicaLog log, TermAndVote current, List<SnapshotStep> steps, List<Send> afterDurable) {
    Optional<TermAndVote> changed =
        handedOut.equals(current) ? Optional.empty() : Optional.of(current);
    long lastIndex = log.lastIndex();
    List<Entry> entries = log.range(firstUnwritten, lastIndex);
    lastNumber++;
    handedOut = current;
    firstUnwritten = lastIndex + 1;
    outstanding.add(new Outstanding(lastNumber, current, lastIndex));
    return new Persist(lastNumber, changed, steps, entries, afterDurable);
  }

  public void persisted(long number) {
    Iterator<Outstanding> oldest = outstanding.iterator();
    if (!oldest.hasNext()) {
      throw new IllegalArgumentException("persist " + number + " was not handed out");
    }
    Outstanding done = oldest.next();
    if (done.number != number) {
      throw new IllegalArgumentException(
          "persist " + number + " is reported before " + done.number);
    }
    oldest.remove();
    durable = done.termAndVote;
    durableIndex = Math.max(durableIndex, done.provesUpTo);
  }
}
