package dev.flotilla.console;

import com.sun.net.httpserver.HttpExchange;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/** The streams of events that are open, at most {@value #MAX_STREAMS}. Any thread. */
final class EventStreams implements AutoCloseable {
  /** Each has a thread. */
  static final int MAX_STREAMS = 16;

  private final Console console;
  private final ThreadFactory threads = ConsoleThreads.named("flotilla-console-stream");
  private final Semaphore free = new Semaphore(MAX_STREAMS);
  private final Set<EventStream> open = ConcurrentHashMap.newKeySet();

  EventStreams(Console console) {
    this.console = console;
  }

  /**
   * Opens a stream, which ends the exchange.
   *
   * @param lastLine the last line of the log that the reader has
   * @return false if there are too many, and then the exchange is as it was
   */
  boolean open(HttpExchange exchange, long lastLine) {
    if (!free.tryAcquire()) {
      return false;
    }
    EventStream stream = new EventStream(console, exchange, lastLine);
    open.add(stream);
    Thread thread =
        threads.newThread(
            () -> {
              try {
                stream.run();
              } finally {
                open.remove(stream);
                free.release();
              }
            });
    stream.start(thread);
    console.wake();
    return true;
  }

  int count() {
    return open.size();
  }

  /** Ends the streams whose readers have taken nothing for long. */
  void endStalled(long nowNanos) {
    open.stream().filter(stream -> stream.isStalled(nowNanos)).forEach(EventStream::end);
  }

  @Override
  public void close() {
    open.forEach(EventStream::end);
  }
}
