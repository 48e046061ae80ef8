package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.http.message.ByteBudget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** A body that grows up to a limit, within the budget of all. One event loop. */
final class KeptBody implements AutoCloseable {
  private static final int FIRST_BYTES = 1 << 10;

  private final ByteBudget.Share share;
  private final int maxBytes;
  private final long expectedBytes;
  private byte[] bytes = new byte[0];
  private int size;

  /**
   * An empty body.
   *
   * @param maxBytes how large it may become
   * @param expectedBytes how large it is to become; 0 if that is not known
   */
  KeptBody(ByteBudget budget, int maxBytes, long expectedBytes) {
    this.share = budget.share();
    this.maxBytes = maxBytes;
    this.expectedBytes = expectedBytes;
  }

  /** Whether it is small enough with a part. */
  boolean fits(ByteBuf part) {
    return size + part.readableBytes() <= maxBytes;
  }

  /** Adds a part, unless it becomes too large with it, or there is no room for it. */
  boolean add(ByteBuf part) {
    int needed = size + part.readableBytes();
    if (needed > maxBytes || (needed > bytes.length && !grow(needed))) {
      return false;
    }
    part.getBytes(part.readerIndex(), bytes, size, part.readableBytes());
    size = needed;
    return true;
  }

  private boolean grow(int needed) {
    long doubled = Math.max(FIRST_BYTES, 2L * bytes.length);
    long most = expectedBytes >= needed ? Math.min(expectedBytes, maxBytes) : maxBytes;
    int capacity = (int) Math.max(needed, Math.min(doubled, most));
    if (!share.resize(capacity, capacity)) {
      return false;
    }
    bytes = Arrays.copyOf(bytes, capacity);
    return true;
  }

  /** What was added; not a copy if it has the expected size. */
  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  int size() {
    return size;
  }

  /** Gives back its part of the budget. Idempotent. */
  @Override
  public void close() {
    share.close();
  }
}
