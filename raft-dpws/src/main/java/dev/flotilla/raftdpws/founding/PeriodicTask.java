package dev.flotilla.raftdpws.founding;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is done again and again on the one thread of an executor, and what others hand to that
 * thread meanwhile. Any thread but where said; nothing waits.
 */
final class PeriodicTask {
  /** Announcements that wait for the thread; more are dropped, and announced again. */
  static final int MAX_ANNOUNCED = FounderCensus.MAX_ADDRESSES;

  private final ScheduledExecutorService thread;
  private final long pauseMillis;
  private final Set<Object> announced = ConcurrentHashMap.newKeySet();

  // Of the thread.
  private @Nullable ScheduledFuture<?> ticks;

  /**
   * Prepares.
   *
   * @param pauseMillis between two ticks
   */
  PeriodicTask(ScheduledExecutorService thread, long pauseMillis) {
    this.thread = thread;
    this.pauseMillis = pauseMillis;
  }

  /** Begins to tick. Whether it goes on after a tick has thrown, the executor decides. */
  void start(Runnable tick) {
    boolean unused =
        post(
            () ->
                ticks = thread.scheduleWithFixedDelay(tick, 0, pauseMillis, TimeUnit.MILLISECONDS));
  }

  /** Has the thread do it once; false if it has ended: answers may still come in then. */
  boolean post(Runnable task) {
    try {
      thread.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Hands over an announcement, unless it waits already or {@value #MAX_ANNOUNCED} do. */
  <T> void announced(T announcement, Consumer<T> taker) {
    if (announced.size() >= MAX_ANNOUNCED || !announced.add(announcement)) {
      return;
    }
    boolean posted =
        post(
            () -> {
              announced.remove(announcement);
              taker.accept(announcement);
            });
    if (!posted) {
      announced.remove(announcement);
    }
  }

  /** Ticks no more. On the thread. */
  void stop() {
    if (ticks != null) {
      ticks.cancel(false);
    }
  }

  /** Ticks no more, once the thread comes to it. */
  void stopLater() {
    boolean unused = post(this::stop);
  }
}
