package dev.flotilla.raft.model;

/**
 * What a snapshot stands for, and which file it is (Raft §7).
 *
 * @param last the last entry whose effects it holds; everything up to it is committed
 * @param timeMillis the log time of that entry, in milliseconds
 * @param configuration the latest configuration up to that entry
 * @param version the protocol version that is active as of that entry
 * @param sizeBytes how many bytes are sent to a follower; 0 for a witness's, which holds no state
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
  /** The first eight bytes of the SHA-256 of nothing. */
  private static final long CHECKSUM_OF_NOTHING = 0xe3b0_c442_98fc_1c14L;

  /**
   * Rejects a snapshot of nothing, a time that no log has, and one without content that claims to
   * have some.
   */
  public SnapshotMetadata {
    if (last.index() == 0
        || sizeBytes < 0
        || sizeBytes > NumberLimits.MAX_SNAPSHOT_BYTES
        || version < 0
        || version > NumberLimits.MAX_VERSION) {
      throw new IllegalArgumentException(
          "no snapshot has last " + last + ", " + sizeBytes + " bytes, version " + version);
    }
    if (timeMillis < 0 || timeMillis > NumberLimits.MAX_TIME_MILLIS) {
      throw new IllegalArgumentException(
          "a snapshot at " + last + " cannot have the log time " + timeMillis);
    }
    if (sizeBytes == 0 && checksum != CHECKSUM_OF_NOTHING) {
      throw new IllegalArgumentException("0 bytes do not have the checksum " + checksum);
    }
  }

  /** Whether there is a state in it; if not, it is for witnesses only, and nothing is restored. */
  public boolean holdsState() {
    return sizeBytes > 0;
  }

  /** The same for a witness: where the log goes on, and no state. */
  public SnapshotMetadata withoutState() {
    return new SnapshotMetadata(last, timeMillis, configuration, version, 0, CHECKSUM_OF_NOTHING);
  }
}
