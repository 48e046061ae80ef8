package dev.flotilla.console;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The latest state and the event log, and a place to wait for more. Any thread. */
final class Feed {
  /**
   * What is newer than what a reader has.
   *
   * @param version of the state; the same as before if there is no newer one
   * @param state the latest
   * @param lines after the reader's last, oldest first
   */
  record News(long version, ConsoleState state, List<LogLine> lines) {}

  // Guarded by this.
  private final EventLog log = new EventLog();
  private ConsoleState state = ConsoleState.NONE;
  private long version;
  private boolean closed;

  /** Shows another state; a reader that is slow gets the latest only. */
  synchronized void show(ConsoleState now) {
    state = now;
    version++;
    notifyAll();
  }

  /** Shows the same state again, because something beside it has changed. */
  synchronized void showAgain() {
    show(state);
  }

  synchronized LogLine log(Instant at, LogLine.Kind kind, String text) {
    LogLine line = log.add(at, kind, text);
    notifyAll();
    return line;
  }

  synchronized ConsoleState state() {
    return state;
  }

  synchronized long version() {
    return version;
  }

  /**
   * Waits until there is something new, or the time is over.
   *
   * @param seen the version of the state that the reader has
   * @param lastLine the number of the last line that the reader has
   */
  synchronized News await(long seen, long lastLine, long timeoutMillis)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (version == seen && log.lastNumber() <= lastLine && !closed) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        break;
      }
      wait(left);
    }
    return new News(version, state, log.after(lastLine));
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
