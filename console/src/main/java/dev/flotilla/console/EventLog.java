package dev.flotilla.console;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last events, oldest first. Not thread-safe. */
final class EventLog {
  /** Older lines are dropped. */
  static final int MAX_LINES = 1_000;

  private static final int MAX_TEXT_CHARS = 500;

  private final Deque<LogLine> lines = new ArrayDeque<>();
  private long last;

  LogLine add(Instant at, LogLine.Kind kind, String text) {
    LogLine line =
        new LogLine(++last, at, kind, text.substring(0, Math.min(text.length(), MAX_TEXT_CHARS)));
    lines.addLast(line);
    if (lines.size() > MAX_LINES) {
      lines.removeFirst();
    }
    return line;
  }

  /** The lines after that number that are still kept. */
  List<LogLine> after(long number) {
    return number >= last
        ? List.of()
        : lines.stream().filter(line -> line.number() > number).toList();
  }

  long lastNumber() {
    return last;
  }
}
