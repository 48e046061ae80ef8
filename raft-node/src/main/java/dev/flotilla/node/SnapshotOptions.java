package dev.flotilla.node;

/**
 * When a node takes a snapshot by itself; it takes none of a machine that is not restorable.
 *
 * <p>Of a state that is large (its snapshot more than {@value #STATE_PER_LOG} times {@code bytes})
 * one is taken when the log has grown by a quarter of it instead: so what is written for snapshots
 * stays within a few times of what is written to the log, however large the state (thesis §5.1.1).
 *
 * @param entries after so many entries since the last one
 * @param bytes or after entries of so many bytes, by {@link dev.flotilla.raft.Entry#sizeBytes}
 */
public record SnapshotOptions(long entries, long bytes) {
  /** So many times larger than the log behind it a snapshot of a large state is. */
  static final int STATE_PER_LOG = 4;

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
