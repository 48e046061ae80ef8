package dev.flotilla.raft.message;

import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.SnapshotMetadata;

/**
 * Sends a piece of a snapshot to a follower whose next entry the leader no longer has (Raft §7).
 *
 * @param term the leader's term
 * @param snapshot which snapshot, and what it stands for
 * @param offset where the piece belongs, in bytes from the snapshot's start
 * @param data the piece, at least one byte
 * @param sequence the request's number
 */
public record InstallSnapshot(
    long term, SnapshotMetadata snapshot, long offset, Bytes data, long sequence)
    implements Message.Request {
  /** Rejects a piece that lies outside the snapshot, and a snapshot from the future. */
  public InstallSnapshot {
    if (offset < 0 || data.size() == 0 || offset > snapshot.sizeBytes() - data.size()) {
      throw new IllegalArgumentException(
          data.size() + " bytes at " + offset + " are not within " + snapshot);
    }
    if (snapshot.last().term() > term) {
      throw new IllegalArgumentException("a leader of term " + term + " has no " + snapshot);
    }
  }

  @Override
  public <T> T accept(Handler<T> handler) {
    return handler.installSnapshot(this);
  }
}
