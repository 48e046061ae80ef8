package dev.flotilla.node;

/**
 * When a node takes a snapshot by itself; it takes none of a machine that is not restorable.
 *
 * @param entries after so many entries since the last one
 * @param bytes or after entries of so many bytes, by {@link dev.flotilla.raft.Entry#sizeBytes}
 */
public record SnapshotOptions(long entries, long bytes) {
  /** A restart replays at most this, in a second or two, and the log takes some 100 MB. */
  public static final SnapshotOptions DEFAULT = new SnapshotOptions(200_000, 64 << 20);

  /** Rejects bounds below one. */
  public SnapshotOptions {
    if (entries < 1 || bytes < 1) {
      throw new IllegalArgumentException(
          "snapshots need at least 1 entry and 1 byte, not " + entries + " and " + bytes);
    }
  }
}
