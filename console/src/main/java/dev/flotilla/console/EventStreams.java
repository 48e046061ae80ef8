package dev.flotilla.console;

import dev.flotilla.dpws.http.HttpExchange;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams of events that are open, at most {@value #MAX_STREAMS}. Any thread. */
final class EventStreams {
  static final int MAX_STREAMS = 16;

  private final Console console;
  private final Set<HttpExchange> open = ConcurrentHashMap.newKeySet();

  EventStreams(Console console) {
    this.console = console;
  }

  /**
   * Opens a stream, which answers the exchange. On the event loop of the console.
   *
   * @param lastLine the last line of the log that the reader has
   * @return false if there are too many, and then the exchange is not answered
   */
  boolean open(HttpExchange exchange, long lastLine) {
    if (open.size() >= MAX_STREAMS) {
      return false;
    }
    open.add(exchange);
    exchange.stream(
        "text/event-stream; charset=utf-8",
        new EventStream(console, lastLine, () -> open.remove(exchange)));
    console.wake();
    return true;
  }

  int count() {
    return open.size();
  }

  /** There may be something new. */
  void more() {
    open.forEach(HttpExchange::more);
  }
}
