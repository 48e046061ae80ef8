package dev.flotilla.client.dpws;

/** Time, as the client's calls see it; a test pumps its own. Never runs a task at once. */
interface Schedule {
  /** Monotonic nanoseconds. */
  long nanoTime();

  /** Runs a task on a thread of the client after some milliseconds. */
  void after(long millis, Runnable task);
}
