package dev.flotilla.client.dpws;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** Time that passes only when a test says so. */
final class PumpedSchedule implements Schedule {
  private record Due(long atNanos, long order, Runnable task) {}

  private final Queue<Due> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::order));
  private final Queue<Long> waits = new ArrayDeque<>();
  private long nowNanos;
  private long order;

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public void after(long millis, Runnable task) {
    waits.add(millis);
    tasks.add(new Due(nowNanos + TimeUnit.MILLISECONDS.toNanos(millis), order++, task));
  }

  /** Runs the next task at its time; false if there is none. */
  boolean runNext() {
    Due due = tasks.poll();
    if (due == null) {
      return false;
    }
    nowNanos = Math.max(nowNanos, due.atNanos());
    due.task().run();
    return true;
  }

  /** Lets time pass without running anything. */
  void pass(long millis) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** The waits asked for so far, in milliseconds. */
  Queue<Long> waits() {
    return waits;
  }
}
