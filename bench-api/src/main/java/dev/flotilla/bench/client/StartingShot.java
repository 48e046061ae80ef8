package dev.flotilla.bench.client;

import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Starts loops at one moment, each on a thread of its own. */
final class StartingShot {
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
