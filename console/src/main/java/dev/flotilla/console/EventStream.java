package dev.flotilla.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.dpws.http.HttpExchange;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends one reader the latest state and the lines of the log, as server-sent events, until it goes.
 * Nothing waits in a queue: a slow reader gets fewer states. On the event loop of the console.
 */
final class EventStream implements HttpExchange.Source {
  /** A reader that hears nothing for longer may take the connection as broken. */
  static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Console console;
  private final Runnable ended;
  private long seen;
  private long lastLine;
  private long sentNanos = System.nanoTime();

  /**
   * A stream that has sent nothing.
   *
   * @param lastLine the last line of the log that the reader has
   */
  EventStream(Console console, long lastLine, Runnable ended) {
    this.console = console;
    this.ended = ended;
    this.lastLine = lastLine;
    // What is known comes first, as old as it is.
    this.seen = console.feed().version() == 0 ? 0 : -1;
  }

  @Override
  public byte @Nullable [] next() {
    Feed.News news = console.feed().after(lastLine);
    StringBuilder text = new StringBuilder();
    if (news.version() != seen) {
      text.append("event: state\ndata: ").append(console.json(news.state())).append("\n\n");
      seen = news.version();
    }
    for (LogLine line : news.lines()) {
      text.append("event: log\ndata: ").append(StateJson.of(line)).append("\n\n");
      lastLine = line.number();
    }
    long nowNanos = System.nanoTime();
    if (text.isEmpty() && nowNanos - sentNanos < QUIET_NANOS) {
      return null;
    }
    sentNanos = nowNanos;
    return (text.isEmpty() ? "event: quiet\ndata: {}\n\n" : text.toString()).getBytes(UTF_8);
  }

  @Override
  public void ended() {
    ended.run();
  }
}
