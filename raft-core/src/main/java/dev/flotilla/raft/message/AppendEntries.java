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
 */
public record AppendEntries(
    long term,
    LogPosition previous,
    List<Entry> entries,
    long leaderCommit,
    long sequence,
    LogPosition confirmed)
    implements Message.Request {
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
  }

  /** To a receiver that is not known to have lost anything. */
  public AppendEntries(
      long term, LogPosition previous, List<Entry> entries, long leaderCommit, long sequence) {
    this(term, previous, entries, leaderCommit, sequence, LogPosition.ORIGIN);
  }

  /** The same to a receiver that seems to have lost what it had confirmed. */
  public AppendEntries toOneThatConfirmed(LogPosition position) {
    return new AppendEntries(term, previous, entries, leaderCommit, sequence, position);
  }

  /** The last position that the receiver's log has verified when it has taken the entries. */
  public LogPosition lastVerified() {
    return entries.isEmpty() ? previous : entries.get(entries.size() - 1).position();
  }
}
