package dev.flotilla.systemtests.recipes;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** The ends of leases of one client, which are operations of the history, too. Any thread. */
final class EndedLeases {
  static final long RETRY_MILLIS = 500;

  private static final int CLOCK_TOLERANCE = 50;

  private final Queue<CompletableFuture<Void>> ends = new ConcurrentLinkedQueue<>();

  /** The client completes it when it knows that one more lease has ended. */
  CompletableFuture<Void> next() {
    CompletableFuture<Void> end = new CompletableFuture<>();
    ends.add(end);
    return end;
  }

  /** Completes when all have ended. */
  CompletableFuture<Void> all() {
    return CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new));
  }

  /** A lease cannot end before, since it was not asked for before. */
  static long earliestNanos(long sentNanos, long ttlNanos) {
    return sentNanos + ttlNanos - ttlNanos / CLOCK_TOLERANCE;
  }

  static void later(long millis, Runnable task) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(task);
  }
}
