package dev.flotilla.node.loop;

/** The passing of time, as a port: a simulator has its own. */
public interface Clock {
  /** Nanoseconds since some fixed moment; never goes backwards within one process. */
  long nanoTime();

  /**
   * Blocks the calling thread for about so long, or less. A clock of loops that are pumped by one
   * thread has no time to let pass: it returns at once unless it says otherwise.
   */
  default void pause(long nanos) {}

  /** The machine's monotonic clock. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }
}
