package dev.flotilla.client.dpws;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for room, in order, each until its deadline. Who comes while others wait stands
 * behind them.
 *
 * <p>Any thread may call. The monitor guards the line and is never held while a waiter is asked.
 */
final class WaitingLine {
  /** How late a waiter may learn that its deadline has passed. */
  static final int SWEEP_MILLIS = 50;

  /** One that waits. */
  interface Waiter {
    /** On the clock of the line's schedule. */
    long deadlineNanos();

    /** Begins if there is room, and returns whether it has. */
    boolean tryBegin();

    /** Its deadline has passed, or nobody may wait any more. */
    void late();
  }

  private final Schedule schedule;
  private final int maxWaiting;
  private final ArrayDeque<Waiter> line = new ArrayDeque<>();
  private final AtomicInteger demands = new AtomicInteger();
  private boolean isFirstAsked;
  private boolean sweeps;
  private boolean closed;

  WaitingLine(Schedule schedule, int maxWaiting) {
    this.schedule = schedule;
    this.maxWaiting = maxWaiting;
  }

  /** Begins, or waits; returns false if there is room for neither. */
  boolean enter(Waiter waiter) {
    if (isEmpty() && waiter.tryBegin()) {
      return true;
    }
    synchronized (this) {
      if (closed || line.size() >= maxWaiting) {
        return false;
      }
      line.add(waiter);
    }
    sweepLater();
    // There may be room since.
    roomMade();
    return true;
  }

  /** Lets those begin for whom there is room now. */
  void roomMade() {
    if (demands.getAndIncrement() != 0) {
      return;
    }
    int served = 1;
    do {
      beginAll();
      served = demands.addAndGet(-served);
    } while (served != 0);
  }

  private void beginAll() {
    Waiter next = take();
    while (next != null && next.tryBegin()) {
      next = take();
    }
    if (next != null && !putBack(next)) {
      next.late();
    }
  }

  /** Nobody waits any more. */
  void close() {
    List<Waiter> all;
    synchronized (this) {
      closed = true;
      all = new ArrayList<>(line);
      line.clear();
    }
    all.forEach(Waiter::late);
  }

  private synchronized boolean isEmpty() {
    return line.isEmpty() && !isFirstAsked;
  }

  /** Whoever is asked is in the line no more: what has begun is not told that it is late. */
  private synchronized @Nullable Waiter take() {
    isFirstAsked = !line.isEmpty();
    return line.poll();
  }

  private synchronized boolean putBack(Waiter waiter) {
    isFirstAsked = false;
    if (!closed) {
      line.addFirst(waiter);
    }
    return !closed;
  }

  private void sweepLater() {
    synchronized (this) {
      if (sweeps || line.isEmpty()) {
        return;
      }
      sweeps = true;
    }
    schedule.after(SWEEP_MILLIS, this::sweep);
  }

  private void sweep() {
    List<Waiter> late = new ArrayList<>();
    long now = schedule.nanoTime();
    synchronized (this) {
      sweeps = false;
      line.removeIf(it -> it.deadlineNanos() - now <= 0 && late.add(it));
    }
    late.forEach(Waiter::late);
    sweepLater();
  }
}
