package dev.flotilla.console;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The latest state and the event log. Any thread. */
final class Feed {
  /**
   * What a reader may lack.
   *
   * @param version of the state
   * @param state the latest
   * @param lines after the reader's last, oldest first
   */
  record News(long version, ConsoleState state, List<LogLine> lines) {}

  private final Runnable changed;

  // Guarded by this.
  private final EventLog log = new EventLog();
  private ConsoleState state = ConsoleState.NONE;
  private long version;
  private CompletableFuture<ConsoleState> next = new CompletableFuture<>();

  /**
   * A feed without a state.
   *
   * @param changed called when there is something new, on the thread that has brought it
   */
  Feed(Runnable changed) {
    this.changed = changed;
  }

  /** Shows another state; a reader that is slow gets the latest only. */
  void show(ConsoleState now) {
    CompletableFuture<ConsoleState> awaited;
    synchronized (this) {
      state = now;
      version++;
      awaited = next;
      next = new CompletableFuture<>();
    }
    awaited.complete(now);
    changed.run();
  }

  /** Shows the same state again, because something beside it has changed. */
  void showAgain() {
    show(state());
  }

  LogLine log(Instant at, LogLine.Kind kind, String text) {
    LogLine line;
    synchronized (this) {
      line = log.add(at, kind, text);
    }
    changed.run();
    return line;
  }

  synchronized ConsoleState state() {
    return state;
  }

  synchronized long version() {
    return version;
  }

  /** The state that is shown next. */
  synchronized CompletableFuture<ConsoleState> next() {
    return next.copy();
  }

  /** What a reader lacks whose last line has this number. */
  synchronized News after(long lastLine) {
    return new News(version, state, log.after(lastLine));
  }
}
