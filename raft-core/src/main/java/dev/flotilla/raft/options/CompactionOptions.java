package dev.flotilla.raft.options;

/**
 * How much log is kept behind a snapshot, and how a follower that lacks what is gone is sent one.
 *
 * @param keptEntries entries that stay in the log although a snapshot holds them, so that a
 *     follower that lags a little needs no snapshot; 0 for none
 * @param keptBytes of those entries so many bytes at the most, to within a MiB and the size of an
 *     entry; of what an earlier process has written, what it would have kept
 * @param maxChunkBytes bytes of a snapshot in one InstallSnapshot
 * @param bytesPerSecond how fast one follower is sent a snapshot at the most, unless the log grows
 *     so fast that it would never end: see {@link #BYTES_PER_LOG_BYTE}. Within {@link
 *     #MIN_BYTES_PER_SECOND} and {@link #UNLIMITED}
 */
public record CompactionOptions(
    int keptEntries, long keptBytes, int maxChunkBytes, long bytesPerSecond) {
  /** Slower than this, no state worth a snapshot arrives in any useful time. */
  public static final long MIN_BYTES_PER_SECOND = 1024;

  /** Faster than any network: no bound. */
  public static final long UNLIMITED = 1L << 33;

  /**
   * For each byte that a leader appends to its log a follower may be sent so many more: a transfer
   * is over before the log behind the snapshot has grown to a quarter of it.
   */
  public static final int BYTES_PER_LOG_BYTE = 4;

  /** What a group with a high load writes in about a second. */
  private static final int DEFAULT_KEPT_ENTRIES = 10_000;

  /**
   * Two segments of the log: little for a card, and more than a follower that lags a moment needs.
   */
  private static final long DEFAULT_KEPT_BYTES = 32 * 1024 * 1024;

  /** Far below what a SOAP message may have, and few enough messages for a large state. */
  private static final int DEFAULT_CHUNK_BYTES = 64 * 1024;

  /** A GiB in a minute, and on a small device neither all of a processor nor all of its network. */
  private static final long DEFAULT_BYTES_PER_SECOND = 16 * 1024 * 1024;

  /** What a server runs with. */
  public static final CompactionOptions DEFAULT =
      new CompactionOptions(
          DEFAULT_KEPT_ENTRIES, DEFAULT_KEPT_BYTES, DEFAULT_CHUNK_BYTES, DEFAULT_BYTES_PER_SECOND);

  /** Rejects bounds with which no snapshot would arrive. */
  public CompactionOptions {
    if (keptEntries < 0) {
      throw new IllegalArgumentException("keptEntries must be at least 0, not " + keptEntries);
    }
    if (keptBytes < 0) {
      throw new IllegalArgumentException("keptBytes must be at least 0, not " + keptBytes);
    }
    if (maxChunkBytes < 1) {
      throw new IllegalArgumentException("maxChunkBytes must be at least 1, not " + maxChunkBytes);
    }
    if (bytesPerSecond < MIN_BYTES_PER_SECOND || bytesPerSecond > UNLIMITED) {
      throw new IllegalArgumentException(
          "bytesPerSecond of a snapshot that is sent must be within "
              + MIN_BYTES_PER_SECOND
              + " and "
              + UNLIMITED
              + ", which is no bound; not "
              + bytesPerSecond);
    }
  }

  /** The same with another pace. */
  public CompactionOptions withBytesPerSecond(long bytes) {
    return new CompactionOptions(keptEntries, keptBytes, maxChunkBytes, bytes);
  }

  /** The same with other bounds on the log behind a snapshot. */
  public CompactionOptions withKept(int entries, long bytes) {
    return new CompactionOptions(entries, bytes, maxChunkBytes, bytesPerSecond);
  }

  /** The same with pieces of another size. */
  public CompactionOptions withMaxChunkBytes(int bytes) {
    return new CompactionOptions(keptEntries, keptBytes, bytes, bytesPerSecond);
  }
}
