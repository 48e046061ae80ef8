package dev.flotilla.dpws.discovery;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What is to be done later, on one thread and on a clock that its owner reads. */
final class TimerQueue {
  /** One item; {@code order} keeps items of the same moment in the order in which they came. */
  private record Item(long dueNanos, long order, boolean outlivesClear, Runnable task) {}

  private final PriorityQueue<Item> items;
  private long nowNanos;
  private long ordered;

  TimerQueue(long nowNanos) {
    // Differences, since a nanosecond clock may overflow.
    this.items =
        new PriorityQueue<>(
            Comparator.<Item>comparingLong(item -> item.dueNanos - nowNanos)
                .thenComparingLong(Item::order));
    this.nowNanos = nowNanos;
  }

  /** The latest moment that {@link #advanceTo} was told. */
  long nowNanos() {
    return nowNanos;
  }

  void after(long delayNanos, Runnable task) {
    items.add(new Item(nowNanos + delayNanos, ordered++, false, task));
  }

  /** {@link #after} for what {@link #clear} leaves. */
  void afterEvenIfCleared(long delayNanos, Runnable task) {
    items.add(new Item(nowNanos + delayNanos, ordered++, true, task));
  }

  /** Runs what is due by then; a clock that steps back is ignored. */
  void advanceTo(long newNanos) {
    nowNanos = newNanos - nowNanos > 0 ? newNanos : nowNanos;
    for (Item next = items.peek();
        next != null && next.dueNanos - nowNanos <= 0;
        next = items.peek()) {
      items.remove().task.run();
    }
  }

  /** How long until something is due, at least 0; {@link Long#MAX_VALUE} when nothing is. */
  long pauseNanos() {
    Item next = items.peek();
    return next == null ? Long.MAX_VALUE : Math.max(0, next.dueNanos - nowNanos);
  }

  void clear() {
    items.removeIf(item -> !item.outlivesClear);
  }
}
