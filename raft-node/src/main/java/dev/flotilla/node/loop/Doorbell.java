package dev.flotilla.node.loop;

import java.util.concurrent.locks.LockSupport;

/**
 * Wakes the one thread that consumes, and costs next to nothing while that thread is awake.
 *
 * <p>The consumer clears the bell, takes all that waits, and sleeps only if the bell is still
 * silent. A producer publishes its item first and rings then; it writes nothing if the bell has
 * rung since it was cleared. All fields are volatile, so of two racing sides at least one sees the
 * other: a producer that finds the bell rung published before the consumer's next clear, and will
 * be seen by the taking that follows it.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class Doorbell {
  private volatile boolean rung;
  private volatile boolean asleep;
  private volatile Runnable waker = () -> {};

  /** Names the thread to wake: the caller. */
  public void bind() {
    Thread consumer = Thread.currentThread();
    bind(() -> LockSupport.unpark(consumer));
  }

  /** Says how the consumer is woken; may be called once too often. */
  void bind(Runnable waking) {
    waker = waking;
  }

  /** Any thread; after the item that it announces is visible. */
  public void ring() {
    if (rung) {
      return;
    }
    rung = true;
    if (asleep) {
      waker.run();
    }
  }

  /** Whether it has rung since it was cleared. */
  public boolean isRung() {
    return rung;
  }

  /** The consumer; before it looks for items. */
  public void clear() {
    rung = false;
  }

  /**
   * The consumer that is a task and not a thread; before it returns.
   *
   * @return whether the bell is silent, so that the next ring wakes the consumer
   */
  boolean rest() {
    asleep = true;
    return !rung;
  }

  /** The consumer that is a task; when it runs again. */
  void wokenUp() {
    asleep = false;
  }

  /**
   * The consumer; returns when the bell rings, when the time is over, or for no reason.
   *
   * @param nanos at most so long; {@link Long#MAX_VALUE} for as long as it takes
   */
  public void await(long nanos) {
    asleep = true;
    if (!rung) {
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else if (nanos > 0) {
        LockSupport.parkNanos(this, nanos);
      }
    }
    asleep = false;
  }
}
