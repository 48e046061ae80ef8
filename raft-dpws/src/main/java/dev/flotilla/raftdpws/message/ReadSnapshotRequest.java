package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.Optional;

/**
 * Asks a server for a piece of its newest snapshot, for a backup.
 *
 * @param group the group that is meant, if the client knows it
 * @param snapshot the snapshot that an earlier answer has named; empty to begin
 * @param offset where the piece begins, in bytes; 0 to begin
 */
public record ReadSnapshotRequest(
    Optional<GroupId> group, Optional<SnapshotMetadata> snapshot, long offset) {
  /** Asks for the beginning of the newest one. */
  public static ReadSnapshotRequest first(GroupId group) {
    return new ReadSnapshotRequest(Optional.of(group), Optional.empty(), 0);
  }
}
