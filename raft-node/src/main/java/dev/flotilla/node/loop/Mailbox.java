package dev.flotilla.node.loop;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue from any number of threads to one, without locks.
 *
 * <p>{@code tail} counts places that were claimed, {@code head} places that were emptied; a place
 * belongs to the slot {@code place & mask}. A producer claims a place by compare-and-set, fills the
 * slot, and rings; between claim and filling the consumer sees null and treats the mailbox as
 * empty, which is right because the ring comes after the filling. The sign bit of {@code tail}
 * closes the mailbox: no claim succeeds after it is set, so the closer knows which places to wait
 * for, and nothing that was taken in is ever lost.
 *
 * <p>A mailbox of letters that differ much in size is bounded in bytes as well: {@code
 * offeredBytes} counts what was taken in, or is being offered, {@code emptiedBytes} what has left.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class Mailbox<T> {
  /** What became of a letter. */
  public enum Delivery {
    TAKEN,
    FULL,
    CLOSED
  }

  private static final long CLOSED_BIT = Long.MIN_VALUE;

  private final String name;
  private final int capacity;
  private final long maxBytes;
  private final ToIntFunction<? super T> sizeBytes;
  private final Doorbell bell;
  private final AtomicReferenceArray<@Nullable T> slots;
  private final int mask;
  private final AtomicLong tail = new AtomicLong();
  private final AtomicLong head = new AtomicLong();
  private final AtomicLong offeredBytes = new AtomicLong();
  private final AtomicLong emptiedBytes = new AtomicLong();
  private final LongAdder refused = new LongAdder();

  /** A mailbox of letters that are small, or bounded elsewhere. */
  public Mailbox(String name, int capacity, Doorbell bell) {
    this(name, capacity, 0, letter -> 0, bell);
  }

  /** A mailbox that takes no letter with which its letters would exceed so many bytes. */
  public Mailbox(
      String name, int capacity, long maxBytes, ToIntFunction<? super T> sizeBytes, Doorbell bell) {
    this.name = name;
    this.capacity = capacity;
    this.maxBytes = maxBytes;
    this.sizeBytes = sizeBytes;
    this.bell = bell;
    int size = Integer.highestOneBit(Math.max(2, capacity) - 1) << 1;
    this.slots = new AtomicReferenceArray<>(size);
    this.mask = size - 1;
  }

  /** Any thread; never blocks. */
  public Delivery offer(T letter) {
    int bytes = sizeBytes.applyAsInt(letter);
    if (bytes == 0) {
      return put(letter);
    }
    Delivery delivery = Delivery.FULL;
    if (offeredBytes.addAndGet(bytes) - emptiedBytes.get() <= maxBytes) {
      delivery = put(letter);
    } else {
      refused.increment();
    }
    if (delivery != Delivery.TAKEN) {
      offeredBytes.addAndGet(-bytes);
    }
    return delivery;
  }

  /**
   * Offers to a queue that is as long as what may be outstanding, so it cannot be full.
   *
   * @return whether it was taken, or else the queue is closed
   */
  public boolean offerExpected(T letter) {
    Delivery delivery = offer(letter);
    if (delivery == Delivery.FULL) {
      throw new IllegalStateException("a queue of " + capacity + " is too short");
    }
    return delivery == Delivery.TAKEN;
  }

  private Delivery put(T letter) {
    long place;
    do {
      place = tail.get();
      if (place < 0) {
        return Delivery.CLOSED;
      }
      if (place - head.get() >= capacity) {
        refused.increment();
        return Delivery.FULL;
      }
    } while (!tail.compareAndSet(place, place + 1));
    slots.set((int) place & mask, letter);
    bell.ring();
    return Delivery.TAKEN;
  }

  /** The consumer; null when nothing waits. */
  public @Nullable T poll() {
    long place = head.get();
    int slot = (int) place & mask;
    T letter = slots.get(slot);
    if (letter != null) {
      slots.lazySet(slot, null);
      head.lazySet(place + 1);
      int bytes = sizeBytes.applyAsInt(letter);
      if (bytes != 0) {
        emptiedBytes.lazySet(emptiedBytes.get() + bytes);
      }
    }
    return letter;
  }

  /** The consumer; takes at most so many. */
  public int drain(int limit, Consumer<? super T> taker) {
    int taken = 0;
    while (taken < limit && slots.get((int) head.get() & mask) != null) {
      taker.accept(Objects.requireNonNull(poll()));
      taken++;
    }
    return taken;
  }

  /** The consumer, once: refuses letters from now on, and hands over all that were taken in. */
  public void close(Consumer<? super T> leftover) {
    long end = tail.getAndUpdate(place -> place | CLOSED_BIT) & ~CLOSED_BIT;
    while (head.get() < end) {
      T letter = poll();
      if (letter == null) {
        Thread.onSpinWait();
      } else {
        leftover.accept(letter);
      }
    }
  }

  /** Whether an offer by the only producer would find room. */
  public boolean hasRoom() {
    return depth() < capacity;
  }

  /** How many letters wait; exact for a sole producer or consumer that asks. */
  public int depth() {
    long emptied = head.get();
    return (int) Math.max(0, (tail.get() & ~CLOSED_BIT) - emptied);
  }

  public int capacity() {
    return capacity;
  }

  /** What it holds at the most, for people. */
  public String bounds() {
    return maxBytes == 0
        ? capacity + " requests"
        : capacity + " requests, or " + maxBytes + " bytes of them,";
  }

  public QueueMetrics metrics() {
    return new QueueMetrics(name, capacity, depth(), tail.get() & ~CLOSED_BIT, refused.sum());
  }
}
