package dev.flotilla.node.snapshot;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Where a state machine writes its snapshot: no more than so many bytes a second, because what is
 * written must be forced some day, and the disk has the log's forces to do meanwhile; and nothing
 * once the node is to stop. Blocks between two writes. One thread.
 */
final class PacedStream extends OutputStream {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Shorter pauses are saved up. */
  private static final long MIN_PAUSE_NANOS = 5_000_000;

  /** Longer ones are taken in parts, since the node may be to stop. */
  private static final long MAX_PAUSE_NANOS = 100_000_000;

  /** Time that was not used is forgotten but for this. */
  private static final long BURST_NANOS = 50_000_000;

  private final OutputStream target;
  private final long bytesPerSecond;
  private final Clock clock;
  private final NodeLifecycle life;

  /** By when what is written so far may be there. */
  private long dueNanos;

  PacedStream(OutputStream target, long bytesPerSecond, Clock clock, NodeLifecycle life) {
    this.target = target;
    this.bytesPerSecond = bytesPerSecond;
    this.clock = clock;
    this.life = life;
    this.dueNanos = clock.nanoTime();
  }

  @Override
  public void write(int value) throws IOException {
    requireRunning();
    target.write(value);
    keepPace(1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    requireRunning();
    target.write(source, offset, length);
    keepPace(length);
  }

  @Override
  public void flush() throws IOException {
    requireRunning();
    target.flush();
  }

  private void requireRunning() throws SnapshotGivenUp {
    if (life.isOver()) {
      throw new SnapshotGivenUp(life.reason());
    }
  }

  private void keepPace(int bytes) {
    long nowNanos = clock.nanoTime();
    dueNanos =
        Math.max(dueNanos, nowNanos - BURST_NANOS)
            + (long) (bytes * NANOS_PER_SECOND / bytesPerSecond);
    long aheadNanos = dueNanos - nowNanos;
    if (aheadNanos < MIN_PAUSE_NANOS) {
      return;
    }
    // Counted, and not looked at the clock for: a clock that is pumped may stand still.
    for (long left = aheadNanos; left > 0 && !life.isOver(); left -= MAX_PAUSE_NANOS) {
      clock.pause(Math.min(left, MAX_PAUSE_NANOS));
    }
  }
}
