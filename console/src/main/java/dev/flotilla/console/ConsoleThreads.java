package dev.flotilla.console;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes threads that keep no process alive. */
final class ConsoleThreads {
  private ConsoleThreads() {}

  /** Threads with this name and, from the second on, a number. */
  static ThreadFactory named(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      int number = count.incrementAndGet();
      Thread thread = new Thread(task, number == 1 ? name : name + "-" + number);
      thread.setDaemon(true);
      return thread;
    };
  }
}
