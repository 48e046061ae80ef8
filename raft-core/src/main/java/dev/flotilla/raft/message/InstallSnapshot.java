package dev.flotilla.raft.message;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.SnapshotMetadata;

/**
 * Sends a piece of a snapshot to a follower whose next entry the leader no longer has (Raft §7); to
 * a witness what it stands for and no state.
 *
 * @param term the leader's term
 * @param snapshot which snapshot, and what it stands for
 * @param offset where the piece belongs, in bytes from the snapshot's start
 * @param data the piece: at least one byte, or nothing of a snapshot without state
 * @param sequence the request's number
 */
public record InstallSnapshot(
    long term, SnapshotMetadata snapshot, long offset, Bytes data, long sequence)
    implements Message.Request {
  /** Rejects a piece that lies outside the snapshot, and a snapshot from the future. */
  public InstallSnapshot {
    boolean isNothing = data.size() == 0 && snapshot.holdsState();
    if (offset < 0 || isNothing || offset > snapshot.sizeBytes() - data.size()) {
      throw new IllegalArgumentException(
          data.size() + " bytes at " + offset + " are not within " + snapshot);
    }
    if (snapshot.last().term() > term) {
      throw new IllegalArgumentException("a leader of term " + term + " has no " + snapshot);
    }
  }
}
