package dev.flotilla.raft.progress;

import dev.flotilla.raft.options.CompactionOptions;

/**
 * How fast a follower is sent a snapshot: a bucket that time fills, and the growing log, and that a
 * piece empties. It may be overdrawn by one piece, so the next one waits the longer.
 *
 * <p>The log counts because it is kept until the transfer is over, but not for ever: were it to
 * grow faster than the snapshot is sent, it would be compacted first, and all was in vain.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class SnapshotPace {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What may leave at once after a while without anything to send. */
  private static final double BURST_SECONDS = 0.05;

  private final CompactionOptions options;
  private final double burstBytes;
  private double allowedBytes;

  /** When, and at how many bytes of log, the bucket was last filled. */
  private long filledNanos;

  private long filledLogBytes;
  private boolean hasBegun;

  SnapshotPace(CompactionOptions options) {
    this.options = options;
    this.burstBytes = options.bytesPerSecond() * BURST_SECONDS;
    this.allowedBytes = burstBytes;
  }

  /**
   * Whether a piece may leave.
   *
   * @param logBytes what this leader has appended in all
   */
  public boolean isOpen(long nowNanos, long logBytes) {
    if (hasBegun) {
      double earnedBytes =
          (nowNanos - filledNanos) / NANOS_PER_SECOND * options.bytesPerSecond()
              + (double) (logBytes - filledLogBytes) * CompactionOptions.BYTES_PER_LOG_BYTE;
      allowedBytes = Math.min(burstBytes, allowedBytes + earnedBytes);
    }
    hasBegun = true;
    filledNanos = nowNanos;
    filledLogBytes = logBytes;
    return isOpen();
  }

  /** A piece has left. */
  public void sent(int bytes) {
    allowedBytes -= bytes;
  }

  /** When the next piece may leave if the log does not grow. */
  public long openNanos() {
    return isOpen()
        ? filledNanos
        : filledNanos + (long) (-allowedBytes / options.bytesPerSecond() * NANOS_PER_SECOND) + 1;
  }

  private boolean isOpen() {
    return allowedBytes > 0 || options.bytesPerSecond() == CompactionOptions.UNLIMITED;
  }
}
