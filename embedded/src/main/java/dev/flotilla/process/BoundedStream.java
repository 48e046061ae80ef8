package dev.flotilla.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Locale;

/**
 * An output stream that never waits for its reader: a thread of its own writes to the target, such
 * as a pipe that a stopped log collector no longer empties. What does not fit into {@value
 * #MAX_BYTES} bytes is dropped and counted, and the count is written once there is room.
 *
 * <p>Each call of {@code write} is kept or dropped as a whole. Any thread; only {@link #drain}
 * blocks.
 */
public final class BoundedStream extends OutputStream {
  /** Bytes that wait at most. */
  public static final int MAX_BYTES = 1 << 20;

  private final OutputStream target;
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private int waitingBytes;
  private long lost;
  private boolean isWriting;

  /** The last write failed: a report of losses would fail too, and again without end. */
  private boolean isBroken;

  /**
   * Begins to write to a target.
   *
   * @param target may block for ever; written to by one daemon thread
   */
  public BoundedStream(OutputStream target) {
    this.target = target;
    Thread writer = new Thread(this::run, "bounded-stream");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Replaces {@code System.err} by such a stream, for the whole process.
   *
   * @return the stream, to be drained before the process ends
   */
  public static BoundedStream ofStandardError() {
    BoundedStream bounded = new BoundedStream(new FileOutputStream(FileDescriptor.err));
    System.setErr(new PrintStream(bounded, true, StandardCharsets.UTF_8));
    return bounded;
  }

  @Override
  public void write(int octet) {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (waitingBytes + length > MAX_BYTES) {
      lost++;
      return;
    }
    byte[] copy = new byte[length];
    System.arraycopy(bytes, offset, copy, 0, length);
    waiting.add(copy);
    waitingBytes += length;
    notifyAll();
  }

  /** How many writes were dropped that the target has not been told of. */
  public synchronized long lostWrites() {
    return lost;
  }

  /**
   * Waits until the target has taken what was written before, or time is up.
   *
   * @return whether it has
   */
  public synchronized boolean drain(Duration atMost) {
    long deadlineNanos = System.nanoTime() + atMost.toNanos();
    boolean isInterrupted = false;
    while (!waiting.isEmpty() || isWriting) {
      long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0 || isInterrupted) {
        break;
      }
      try {
        wait(leftMillis);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return waiting.isEmpty() && !isWriting;
  }

  private void run() {
    try {
      while (true) {
        pass(next());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized byte[] next() throws InterruptedException {
    isWriting = false;
    notifyAll();
    while (waiting.isEmpty()) {
      wait();
    }
    isWriting = true;
    if (lost > 0 && !isBroken && waitingBytes < MAX_BYTES / 2) {
      long count = lost;
      lost = 0;
      return String.format(
              Locale.ROOT, "%d log lines were lost here: nobody read this stream%n", count)
          .getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes = waiting.remove();
    waitingBytes -= bytes.length;
    return bytes;
  }

  private void pass(byte[] bytes) {
    boolean isPassed = true;
    try {
      target.write(bytes);
      target.flush();
    } catch (IOException e) {
      // This is the stream that errors are written to; the loss is counted.
      isPassed = false;
    }
    synchronized (this) {
      isBroken = !isPassed;
      lost += isPassed ? 0 : 1;
    }
  }
}
