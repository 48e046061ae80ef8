package dev.flotilla.dpws.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that the messages of all connections of one endpoint, or one caller, may hold together.
 *
 * <p>Messages that are large, or do not say how large they are, may take three quarters of it; the
 * last quarter is left to small ones, so that no number of large messages keeps them out. Any
 * thread.
 */
final class ByteBudget {
  /** A message is small up to this part of the whole. */
  private static final int SMALL_PARTS = 32;

  private static final int RESERVED_PARTS = 4;

  private final long maxBytes;
  private final long maxLargeBytes;
  private final long smallBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes;
    this.maxLargeBytes = maxBytes - maxBytes / RESERVED_PARTS;
    this.smallBytes = maxBytes / SMALL_PARTS;
  }

  /**
   * Takes bytes, or none.
   *
   * @param bytes how many more
   * @param messageBytes how large the message is to become
   */
  boolean take(long bytes, long messageBytes) {
    long limit = messageBytes <= smallBytes ? maxBytes : maxLargeBytes;
    long before;
    do {
      before = takenBytes.get();
      if (before + bytes > limit) {
        return false;
      }
    } while (!takenBytes.compareAndSet(before, before + bytes));
    return true;
  }

  void giveBack(long bytes) {
    if (bytes != 0) {
      takenBytes.addAndGet(-bytes);
    }
  }

  long takenBytes() {
    return takenBytes.get();
  }

  long maxBytes() {
    return maxBytes;
  }
}
