package dev.flotilla.server;

import java.time.Duration;

/**
 * Does what a process has to do before it ends, as long as that does not take for ever: a disk that
 * hangs, or a stream that nobody reads, must not keep a process that was told to end.
 */
final class BoundedEnd {
  private BoundedEnd() {}

  /**
   * Runs a task on a thread of its own and waits for its end, or until time is up; then the task is
   * left behind.
   *
   * @return whether the task has ended
   */
  static boolean within(Duration atMost, Runnable task) {
    Thread thread = new Thread(task, "bounded-end");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(atMost.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /**
   * Has a task run when the process ends by a signal or {@code System.exit}, within a time.
   *
   * @param atMost after which the process ends all the same
   */
  static void onShutdown(Duration atMost, Runnable task) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (!within(atMost, task)) {
                    System.err.println(
                        "the end took longer than "
                            + atMost.toSeconds()
                            + " s: the process ends without it");
                  }
                },
                "bounded-shutdown"));
  }
}
