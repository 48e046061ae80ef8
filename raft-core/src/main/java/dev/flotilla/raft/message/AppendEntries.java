package dev.flotilla.raft.message;

import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
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
  /** Copies the list unless it is immutable already. */
  public AppendEntries {
    entries = List.copyOf(entries);
  }

  @Override
  public <T> T accept(Handler<T> handler) {
    return handler.appendEntries(this);
  }
}
