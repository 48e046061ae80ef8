package dev.flotilla.raft.message;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import java.util.List;

/**
 * Replicates entries; without entries, a heartbeat (Raft §5.3).
 *
 * @param term the leader's term
 * @param previous the position before the first entry
 * @param entries what follows it, in order
 * @param leaderCommit the leader's commit index
 * @param sequence the request's number
 * @param confirmed what the receiver has confirmed as synced, if the leader has evidence that it
 *     has lost that; else the origin, which every log holds
 * @param quietMillis the interval at which the leader is to send from soon on, if all followers
 *     agree; 0 for the usual one
 */
public record AppendEntries(
    long term,
    LogPosition previous,
    List<Entry> entries,
    long leaderCommit,
    long sequence,
    LogPosition confirmed,
    int quietMillis)
    implements Message.Request {
  /** The longest interval that a leader may propose. */
  public static final int MAX_QUIET_MILLIS = 1_000;

  /** Copies the list unless it is immutable already; rejects entries that no log can hold. */
  public AppendEntries {
    entries = List.copyOf(entries);
    long index = previous.index();
    long lastTerm = previous.term();
    long timeMillis = 0;
    for (Entry entry : entries) {
      LogPosition position = entry.position();
      index++;
      if (position.index() != index || position.term() < lastTerm) {
        throw new IllegalArgumentException(
            "entry " + position + " cannot follow " + new LogPosition(index - 1, lastTerm));
      }
      if (entry.timeMillis() < timeMillis) {
        throw new IllegalArgumentException(
            "entry " + position + " is older than the one before it");
      }
      lastTerm = position.term();
      timeMillis = entry.timeMillis();
    }
    if (lastTerm > term
        || confirmed.term() > term
        || leaderCommit < 0
        || leaderCommit > NumberLimits.MAX_INDEX) {
      throw new IllegalArgumentException(
          "a leader of term "
              + term
              + " has no "
              + new LogPosition(index, lastTerm)
              + ", commit index "
              + leaderCommit);
    }
    if (quietMillis < 0 || quietMillis > MAX_QUIET_MILLIS) {
      throw new IllegalArgumentException(
          "quietMillis must be from 0 to " + MAX_QUIET_MILLIS + ", not " + quietMillis);
    }
  }

  /** To a receiver that is not known to have lost anything. */
  public AppendEntries(
      long term, LogPosition previous, List<Entry> entries, long leaderCommit, long sequence) {
    this(term, previous, entries, leaderCommit, sequence, LogPosition.ORIGIN, 0);
  }

  /** The same to a receiver that seems to have lost what it had confirmed. */
  public AppendEntries toOneThatConfirmed(LogPosition position) {
    return new AppendEntries(
        term, previous, entries, leaderCommit, sequence, position, quietMillis);
  }

  /** The last position that the receiver's log has verified when it has taken the entries. */
  public LogPosition lastVerified() {
    return entries.isEmpty() ? previous : entries.get(entries.size() - 1).position();
  }

  /** As that of a record, without an interval if none is proposed. */
  @Override
  public String toString() {
    return "AppendEntries[term=%s, previous=%s, entries=%s, leaderCommit=%s, sequence=%s, confirmed=%s%s]"
        .formatted(
            term,
            previous,
            entries,
            leaderCommit,
            sequence,
            confirmed,
            quietMillis == 0 ? "" : ", quietMillis=" + quietMillis);
  }
}
