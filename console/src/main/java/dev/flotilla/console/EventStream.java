package dev.flotilla.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends one reader the latest state and the lines of the log, as server-sent events, until it goes.
 * Nothing waits in a queue: a slow reader gets fewer states.
 */
final class EventStream {
  /** A reader that hears nothing for longer may take the connection as broken. */
  static final long QUIET_MILLIS = 5_000;

  private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long NOT_WRITING = Long.MIN_VALUE;

  private final Console console;
  private final HttpExchange exchange;
  private long lastLine;
  private volatile long writingSince = NOT_WRITING;
  private volatile @Nullable Thread thread;

  EventStream(Console console, HttpExchange exchange, long lastLine) {
    this.console = console;
    this.exchange = exchange;
    this.lastLine = lastLine;
  }

  void start(Thread own) {
    thread = own;
    own.start();
  }

  /** Whether the reader has left no room for so long that it must be gone. */
  boolean isStalled(long nowNanos) {
    long since = writingSince;
    return since != NOT_WRITING && nowNanos - since > STALL_NANOS;
  }

  /** Ends the stream; a write that is under way closes the connection. */
  void end() {
    Thread own = thread;
    if (own != null) {
      own.interrupt();
    }
  }

  void run() {
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      exchange.sendResponseHeaders(200, 0);
      send(exchange.getResponseBody());
    } catch (IOException e) {
      // The reader is gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private void send(OutputStream out) throws IOException, InterruptedException {
    Feed feed = console.feed();
    // What is known comes first, as old as it is.
    long seen = feed.version() == 0 ? 0 : -1;
    while (!feed.isClosed()) {
      Feed.News news = feed.await(seen, lastLine, QUIET_MILLIS);
      StringBuilder text = new StringBuilder();
      if (news.version() != seen) {
        text.append("event: state\ndata: ").append(console.json(news.state())).append("\n\n");
        seen = news.version();
      }
      for (LogLine line : news.lines()) {
        text.append("event: log\ndata: ").append(StateJson.of(line)).append("\n\n");
        lastLine = line.number();
      }
      write(out, text.length() == 0 ? "event: quiet\ndata: {}\n\n" : text.toString());
    }
  }

  private void write(OutputStream out, String text) throws IOException {
    writingSince = System.nanoTime();
    out.write(text.getBytes(UTF_8));
    out.flush();
    writingSince = NOT_WRITING;
  }
}
