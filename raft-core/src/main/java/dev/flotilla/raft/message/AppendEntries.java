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
 */
public record AppendEntries(
    long term, LogPosition previous, List<Entry> entries, long leaderCommit, long sequence)
    implements Message.Request {
  /** Copies the list unless it is immutable already; rejects entries that no log can hold. */
  public AppendEntries {
    entries = List.copyOf(entries);
    LogPosition before = previous;
    long timeMillis = 0;
    for (Entry entry : entries) {
      if (entry.index() != before.index() + 1 || entry.term() < before.term()) {
        throw new IllegalArgumentException(
            "entry " + entry.position() + " cannot follow " + before);
      }
      if (entry.timeMillis() < timeMillis) {
        throw new IllegalArgumentException(
            "entry " + entry.position() + " is older than the one before it");
      }
      before = entry.position();
      timeMillis = entry.timeMillis();
    }
    if (before.term() > term || leaderCommit < 0 || leaderCommit > NumberLimits.MAX_INDEX) {
      throw new IllegalArgumentException(
          "a leader of term " + term + " has no " + before + ", commit index " + leaderCommit);
    }
  }

  /** The last position that the receiver's log has verified when it has taken the entries. */
  public LogPosition lastVerified() {
    return entries.isEmpty() ? previous : entries.get(entries.size() - 1).position();
  }

  @Override
  public <T> T accept(Handler<T> handler) {
    return handler.appendEntries(this);
  }
}
