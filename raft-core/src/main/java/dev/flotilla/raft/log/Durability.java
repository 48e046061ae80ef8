package dev.flotilla.raft.log;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.TermAndVote;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
  // Of each persist that is outstanding, oldest first: the term and vote, and the last entry that
  // it will prove.
  private final ArrayDeque<TermAndVote> votes = new ArrayDeque<>();
  private final List<Long> proves = new ArrayList<>();

  private long lastNumber;
  private TermAndVote current;
  private TermAndVote handedOut;
  private TermAndVote durable;

  /** Whether the current term and vote are not handed out yet. */
  private boolean isVoteNew;

  // Invariant: durableIndex < firstUnwritten; entries from firstUnwritten on are in no Persist.
  private long durableIndex;
  private long firstUnwritten;

  public Durability(DurableState state) {
    current = state.termAndVote();
    handedOut = state.termAndVote();
    durable = state.termAndVote();
    durableIndex = state.lastIndex();
    firstUnwritten = state.lastIndex() + 1;
  }

  /** The last entry up to which the log is synced. */
  public long durableIndex() {
    return durableIndex;
  }

  /** This server has another term or vote. */
  public void voted(TermAndVote now) {
    current = now;
    isVoteNew = !handedOut.equals(now);
  }

  /** Whether a promise that rests on the current term and vote may leave this server. */
  public boolean isVoteDurable() {
    return durable.equals(current);
  }

  /** Whether an acknowledgement in this term, of entries up to this one, may leave this server. */
  public boolean covers(LogPosition verified, long currentTerm) {
    return verified.index() <= durableIndex && durable.term() == currentTerm;
  }

  /** To be called when the log drops the entry at the index and all after it. */
  public void truncatedFrom(long index) {
    durableIndex = Math.min(durableIndex, index - 1);
    firstUnwritten = Math.min(firstUnwritten, index);
    proves.replaceAll(it -> Math.min(it, index - 1));
  }

  /**
   * To be called when the whole log is forgotten in favour of a snapshot. What is under way proves
   * nothing about the log that begins then, nor does what the disk holds, until the persist with
   * the reset is done.
   */
  public void reset(LogPosition base) {
    durableIndex = 0;
    firstUnwritten = base.index() + 1;
    proves.replaceAll(it -> 0L);
  }

  /** The number of the persist that is handed out next. */
  public long nextNumber() {
    return lastNumber + 1;
  }

  /** Whether a persist is forced. */
  public boolean isForced(long number) {
    return number <= lastNumber - votes.size();
  }

  /** Whether there is something new to write. */
  public boolean isDue(long lastIndex) {
    return firstUnwritten <= lastIndex || isVoteNew;
  }

  /** All that is new since the last call, with the messages that presuppose it. */
  public Persist next(ReplicaLog log, List<SnapshotStep> steps, List<Send> afterDurable) {
    Optional<TermAndVote> changed = isVoteNew ? Optional.of(current) : Optional.empty();
    long lastIndex = log.lastIndex();
    List<Entry> entries = log.range(firstUnwritten, lastIndex);
    lastNumber++;
    handedOut = current;
    isVoteNew = false;
    firstUnwritten = lastIndex + 1;
    votes.add(current);
    proves.add(lastIndex);
    return new Persist(lastNumber, changed, steps, entries, afterDurable);
  }

  public void persisted(long number) {
    if (votes.isEmpty()) {
      throw new IllegalArgumentException("persist " + number + " was not handed out");
    }
    long oldest = lastNumber - votes.size() + 1;
    if (oldest != number) {
      throw new IllegalArgumentException("persist " + number + " is reported before " + oldest);
    }
    durable = votes.remove();
    durableIndex = Math.max(durableIndex, proves.remove(0));
  }
}
