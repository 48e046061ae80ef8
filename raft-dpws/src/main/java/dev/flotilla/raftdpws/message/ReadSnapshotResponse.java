package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.Optional;

/**
 * A piece of a snapshot, or why there is none.
 *
 * @param snapshot which one; empty if there is none
 * @param data at least one byte from the offset that was asked for; empty behind the end
 * @param reason why there is none
 */
public record ReadSnapshotResponse(
    Optional<SnapshotMetadata> snapshot, Bytes data, Optional<String> reason) {
  /** There is no such snapshot, and why. */
  public static ReadSnapshotResponse none(String reason) {
    return new ReadSnapshotResponse(Optional.empty(), Bytes.EMPTY, Optional.of(reason));
  }

  /** About how many bytes it holds while it waits to be sent. */
  public long heldBytes() {
    return data.size();
  }
}
