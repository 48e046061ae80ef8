package dev.flotilla.node;

/** The passing of time, as a port: a simulator has its own. */
public interface Clock {
  /** Nanoseconds since some fixed moment; never goes backwards within one process. */
  long nanoTime();

  /** The machine's monotonic clock. */
  static Clock system() {
    return System::nanoTime;
  }
}
