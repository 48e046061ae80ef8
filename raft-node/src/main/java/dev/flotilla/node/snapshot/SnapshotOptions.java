package dev.flotilla.node.snapshot;

import dev.flotilla.raft.options.CompactionOptions;

/**
 * When a node takes a snapshot by itself, and how fast; it takes none of a machine that is not
 * restorable.
 *
 * <p>None is taken before the log has grown by a quarter of the last one: so what is written for
 * snapshots stays within a few times of what is written to the log, however large the state (thesis
 * §5.1.1).
 *
 * @param entries after so many entries since the last one
 * @param bytes or after entries of so many bytes, by {@link
 *     dev.flotilla.raft.model.Entry#sizeBytes}
 * @param bytesPerSecond how fast the state machine's part of it is written at the most, so that the
 *     log's forces find a disk with time for them; within {@link #MIN_BYTES_PER_SECOND} and {@link
 *     #UNLIMITED}
 */
public record SnapshotOptions(long entries, long bytes, long bytesPerSecond) {
  /** Slower than this, no snapshot is of use before the next one is due. */
  public static final long MIN_BYTES_PER_SECOND = CompactionOptions.MIN_BYTES_PER_SECOND;

  /** Faster than any disk: no bound. */
  public static final long UNLIMITED = CompactionOptions.UNLIMITED;

  /** So many times larger than the log behind it a snapshot is at the most. */
  static final int STATE_PER_LOG = 4;

  /** About half of what slow flash can take, and a GiB in a minute. */
  private static final long DEFAULT_BYTES_PER_SECOND = 16 * 1024 * 1024;

  /**
   * A restart reads so much of the log again, or as much as a quarter of the state, and up to four
   * times that when a snapshot was being sent; 100,000 entries take a third to half a second of one
   * core. Before a snapshot is kept the log has twice as much, and what {@link CompactionOptions}
   * keeps, in whole segments: some 200 MB.
   */
  public static final SnapshotOptions DEFAULT = new SnapshotOptions(50_000, 64 << 20);

  /** At the usual pace. */
  public SnapshotOptions(long entries, long bytes) {
    this(entries, bytes, DEFAULT_BYTES_PER_SECOND);
  }

  /** Rejects bounds below one, and a pace that is none. */
  public SnapshotOptions {
    if (entries < 1 || bytes < 1) {
      throw new IllegalArgumentException(
          "snapshots need at least 1 entry and 1 byte, not " + entries + " and " + bytes);
    }
    if (bytesPerSecond < MIN_BYTES_PER_SECOND || bytesPerSecond > UNLIMITED) {
      throw new IllegalArgumentException(
          "bytesPerSecond of a snapshot that is taken must be within "
              + MIN_BYTES_PER_SECOND
              + " and "
              + UNLIMITED
              + ", which is no bound; not "
              + bytesPerSecond);
    }
  }

  /** The same at another pace. */
  public SnapshotOptions withBytesPerSecond(long pace) {
    return new SnapshotOptions(entries, bytes, pace);
  }
}
