package dev.flotilla.bench.client;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Starts loops at one moment, each on a thread of its own, and waits for their ends. */
final class StartingShot {
  private static final long MAX_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);

  private StartingShot() {}

  /** Starts all loops; returns the moment, by {@link System#nanoTime}. */
  static long fire(List<? extends Loop> loops) throws InterruptedException {
    CountDownLatch standing = new CountDownLatch(loops.size());
    CountDownLatch shot = new CountDownLatch(1);
    for (int i = 0; i < loops.size(); i++) {
      Loop loop = loops.get(i);
      Thread thread = new Thread(() -> runFrom(shot, standing, loop), "client-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    standing.await();
    long now = System.nanoTime();
    shot.countDown();
    return now;
  }

  /**
   * Waits until the last commands of all loops are answered, for a minute at most.
   *
   * @param failure the message if that takes longer
   */
  static void await(List<? extends Loop> loops, String failure)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + MAX_ANSWER_NANOS;
    for (Loop loop : loops) {
      if (!loop.awaitEnd(deadline - System.nanoTime())) {
        throw new IOException(failure);
      }
    }
  }

  private static void runFrom(CountDownLatch shot, CountDownLatch standing, Loop loop) {
    standing.countDown();
    try {
      shot.await();
      loop.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
