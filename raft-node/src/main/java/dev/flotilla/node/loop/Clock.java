package dev.flotilla.node.loop;

import java.util.concurrent.locks.LockSupport;

/** The passing of time, as a port: a simulator has its own. */
public interface Clock {
  /** Nanoseconds since some fixed moment; never goes backwards within one process. */
  long nanoTime();

  /**
   * Blocks the calling thread for about so long, or less. A clock of loops that are pumped by one
   * thread, which has no time to let pass, overrides it to return at once.
   */
  default void pause(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }

  /** The machine's monotonic clock. */
  static Clock system() {
    return System::nanoTime;
  }
}
