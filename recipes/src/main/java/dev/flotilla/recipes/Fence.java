package dev.flotilla.recipes;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Refuses those who have lost a lock: what a resource that a lock protects does with fencing
 * tokens. A resource that must remember them across restarts stores {@link #highest} with its data.
 *
 * <p>Any thread; does not block.
 */
public final class Fence {
  private final AtomicLong highest;

  /** For a resource that nobody has used. */
  public Fence() {
    this(0);
  }

  /**
   * For a resource that has stored its highest token.
   *
   * @param highest the highest token so far; 0 for none
   */
  public Fence(long highest) {
    this.highest = new AtomicLong(highest);
  }

  /** Returns whether nobody has come with a higher token; remembers this one if so. */
  public boolean admits(long token) {
    return highest.accumulateAndGet(token, Math::max) == token;
  }

  /** The highest token so far. */
  public long highest() {
    return highest.get();
  }
}
