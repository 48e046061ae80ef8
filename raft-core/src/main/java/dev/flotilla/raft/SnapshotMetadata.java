package dev.flotilla.raft;

/**
 * What a snapshot stands for, and which file it is (Raft §7).
 *
 * @param last the last entry whose effects it holds; everything up to it is committed
 * @param timeMillis the log time of that entry, in milliseconds
 * @param configuration the latest configuration up to that entry
 * @param version the protocol version that is active as of that entry
 * @param sizeBytes how many bytes are sent to a follower, at least one
 * @param checksum tells two files for the same position apart: equal only for equal content, so
 *     that a transfer that another leader goes on with never mixes them
 */
public record SnapshotMetadata(
    LogPosition last,
    long timeMillis,
    Configuration configuration,
    int version,
    long sizeBytes,
    long checksum) {
  /** Rejects a snapshot of nothing, and one without content. */
  public SnapshotMetadata {
    if (last.index() == 0 || sizeBytes < 1 || version < 0) {
      throw new IllegalArgumentException(
          "no snapshot has last " + last + ", " + sizeBytes + " bytes, version " + version);
    }
  }
}
