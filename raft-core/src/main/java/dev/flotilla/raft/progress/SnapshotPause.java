package dev.flotilla.raft.progress;

import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Optional;

/**
 * For how long a snapshot that arrived, and found no room, is not taken again. To see that it does
 * not fit costs nothing, so that is done often, and room that has come back is soon noticed. What
 * was written in vain wears out the disk, and each time it waits twice as long as before.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class SnapshotPause {
  /** The shortest one, in longest election timeouts. */
  private static final int TIMEOUTS = 3;

  /** The longest one, with the usual timeouts, are four minutes. */
  private static final int MAX_DOUBLINGS = 8;

  private final long shortestNanos;

  /** The last one for which there was no room. */
  private Optional<SnapshotMetadata> roomless = Optional.empty();

  private int doublings;
  private long untilNanos;

  public SnapshotPause(RaftOptions options) {
    this.shortestNanos = TIMEOUTS * options.electionTimeoutMaxNanos();
  }

  /** Begins after a try; another snapshot may be smaller, so nothing is held against it. */
  public void begin(SnapshotMetadata snapshot, long writtenBytes, long nowNanos) {
    if (!roomless.equals(Optional.of(snapshot))) {
      roomless = Optional.of(snapshot);
      doublings = 0;
    }
    if (writtenBytes == 0) {
      untilNanos = nowNanos + shortestNanos;
    } else {
      untilNanos = nowNanos + (shortestNanos << doublings);
      doublings = Math.min(doublings + 1, MAX_DOUBLINGS);
    }
  }

  /** Whether a snapshot is not to be taken now. */
  public boolean holdsBack(SnapshotMetadata snapshot, long nowNanos) {
    return roomless.equals(Optional.of(snapshot)) && nowNanos - untilNanos < 0;
  }
}
