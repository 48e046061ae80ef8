package dev.flotilla.sim;

import dev.flotilla.sim.wire.Timeline;
import java.util.PriorityQueue;

/** What will happen, by time; things at one time happen in the order in which they were planned. */
final class EventQueue implements Timeline {
  private record Item(long atNanos, long number, Runnable task) implements Comparable<Item> {
    @Override
    public int compareTo(Item other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Item> items = new PriorityQueue<>();
  private long nowNanos;
  private long steps;
  private long planned;

  /** The time, from 0. */
  @Override
  public long nowNanos() {
    return nowNanos;
  }

  /** How many things have happened. */
  long steps() {
    return steps;
  }

  /** Plans a task; a time that is past means now. */
  @Override
  public void at(long nanos, Runnable task) {
    planned++;
    items.add(new Item(Math.max(nanos, nowNanos), planned, task));
  }

  void after(long nanos, Runnable task) {
    at(nowNanos + nanos, task);
  }

  /** Lets everything happen that is planned up to a time, and makes it that time. */
  void stepUntil(long nanos) {
    while (!items.isEmpty() && items.element().atNanos() <= nanos) {
      step();
    }
    nowNanos = Math.max(nowNanos, nanos);
  }

  /** Lets the next thing happen; false if there is none. */
  boolean step() {
    Item next = items.poll();
    if (next == null) {
      return false;
    }
    nowNanos = next.atNanos();
    steps++;
    next.task().run();
    return true;
  }
}
