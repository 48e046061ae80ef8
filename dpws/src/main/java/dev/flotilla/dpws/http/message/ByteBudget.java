package dev.flotilla.dpws.http.message;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that the messages of all connections of one endpoint, or one caller, may hold together.
 *
 * <p>Messages that are large, or do not say how large they are, may take three quarters of it; the
 * last quarter is left to small ones, so that no number of large messages keeps them out. Any
 * thread.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public final class ByteBudget {
  /** A message is small up to this part of the whole. */
  private static final int SMALL_PARTS = 32;

  private static final int RESERVED_PARTS = 4;

  private final long maxBytes;
  private final long maxLargeBytes;
  private final long smallBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  public ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes;
    this.maxLargeBytes = maxBytes - maxBytes / RESERVED_PARTS;
    this.smallBytes = maxBytes / SMALL_PARTS;
  }

  /** A share of it that holds nothing yet, for one owner. Any thread. */
  public Share share() {
    return new Share(this);
  }

  public long takenBytes() {
    return takenBytes.get();
  }

  long maxBytes() {
    return maxBytes;
  }

  /** Whether a message that is to become so large may take the last quarter, too. */
  public boolean isSmall(long messageBytes) {
    return messageBytes <= smallBytes;
  }

  private boolean take(long bytes, long messageBytes) {
    long limit = isSmall(messageBytes) ? maxBytes : maxLargeBytes;
    long before;
    do {
      before = takenBytes.get();
      if (before + bytes > limit) {
        return false;
      }
    } while (!takenBytes.compareAndSet(before, before + bytes));
    return true;
  }

  private void giveBack(long bytes) {
    if (bytes != 0) {
      takenBytes.addAndGet(-bytes);
    }
  }

  /**
   * What one owner has of a budget: all that is taken is taken through a share, and closing the
   * share gives back what it holds. The owner closes it in a {@code finally}, or where its own life
   * ends. A closed share takes nothing any more.
   *
   * <p>One thread resizes; any thread may close, once or several times.
   */
  public static final class Share implements AutoCloseable {
    private static final long CLOSED = -1;

    private final ByteBudget budget;
    private final AtomicLong heldBytes = new AtomicLong();

    private Share(ByteBudget budget) {
      this.budget = budget;
    }

    /**
     * Holds so many bytes from now on, or as many as before.
     *
     * @param messageBytes how large the message is to become
     * @return whether there was room; there always is for fewer than before, unless it is closed
     */
    public boolean resize(long bytes, long messageBytes) {
      long before = heldBytes.get();
      if (before == CLOSED || (bytes > before && !budget.take(bytes - before, messageBytes))) {
        return false;
      }
      if (!heldBytes.compareAndSet(before, bytes)) {
        budget.giveBack(Math.max(0, bytes - before)); // Closed meanwhile, with what it held.
        return false;
      }
      budget.giveBack(Math.max(0, before - bytes));
      return true;
    }

    public long heldBytes() {
      return Math.max(0, heldBytes.get());
    }

    @Override
    public void close() {
      budget.giveBack(Math.max(0, heldBytes.getAndSet(CLOSED)));
    }
  }
}
