package dev.flotilla.console;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves the page. Any thread may call.
 *
 * <p>Everything is bounded: {@value #MAX_REQUESTS} requests at a time, {@value #MAX_WAITING} that
 * wait, {@value EventStreams#MAX_STREAMS} pages that watch, {@value EventLog#MAX_LINES} lines of
 * the event log, and the size of recordings. The page changes nothing but its recording.
 *
 * <p>The JDK's server takes some limits from system properties, for all servers of a process. This
 * class sets those that are not set: a request must arrive within {@value #MAX_REQUEST_SECONDS}
 * seconds, and at most {@value #MAX_CONNECTIONS} connections are open.
 */
public final class ConsoleServer implements AutoCloseable {
  static final int MAX_REQUESTS = 32;
  static final int MAX_WAITING = 64;
  static final int MAX_CONNECTIONS = 128;
  static final int MAX_REQUEST_SECONDS = 5;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int IDLE_SECONDS = 30;

  private final Console console;
  private final HttpServer server;
  private final ThreadPoolExecutor requests;

  private ConsoleServer(Console console, HttpServer server, ThreadPoolExecutor requests) {
    this.console = console;
    this.server = server;
    this.requests = requests;
  }

  /**
   * Listens, and reads the source once.
   *
   * @throws BindException if the port is in use, or the address is not of this machine
   */
  public static ConsoleServer start(ConsoleSettings settings, ConsoleSource source)
      throws IOException {
    return start(settings, source, PAUSE_NANOS);
  }

  static ConsoleServer start(ConsoleSettings settings, ConsoleSource source, long pauseNanos)
      throws IOException {
    limit("sun.net.httpserver.maxReqTime", MAX_REQUEST_SECONDS);
    limit("jdk.httpserver.maxConnections", MAX_CONNECTIONS);
    Page page = Page.load();
    HttpServer server = listen(settings.address());
    Console console =
        new Console(
            source, pauseNanos, new Recorder(settings.recordings(), settings.maxRecordingBytes()));
    ThreadPoolExecutor requests =
        new ThreadPoolExecutor(
            MAX_REQUESTS,
            MAX_REQUESTS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            ConsoleThreads.named("flotilla-console-request"));
    requests.allowCoreThreadTimeOut(true);
    server.setExecutor(requests);
    server.createContext(
        "/", new ConsoleHandler(console, new RequestRules(settings.hostNames()), page));
    startAsDaemon(server);
    console.start();
    return new ConsoleServer(console, server, requests);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** What to type into a browser on this machine. */
  public URI url() {
    InetAddress listens = address().getAddress();
    String host =
        (listens.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : listens).getHostAddress();
    return URI.create(
        "http://%s:%s/"
            .formatted(host.contains(":") ? "[" + host + "]" : host, address().getPort()));
  }

  /** Reads the source soon, also if nobody watches: something has happened. */
  public void refresh() {
    console.refresh();
  }

  /** Adds a line to the event log: something that no value shows. */
  public void note(String text) {
    console.note(text);
  }

  /** Ends all streams and the recording. */
  @Override
  public void close() {
    console.close();
    server.stop(0);
    requests.shutdownNow();
  }

  private static HttpServer listen(InetSocketAddress address) throws IOException {
    try {
      return HttpServer.create(address, MAX_WAITING);
    } catch (BindException e) {
      BindException explained =
          new BindException(
              "the console cannot listen on %s: %s; choose another port or address"
                  .formatted(address, e.getMessage()));
      explained.initCause(e);
      throw explained;
    }
  }

  /** The thread of the JDK's server is a daemon if the one that starts it is. */
  private static void startAsDaemon(HttpServer server) {
    ThreadFactory daemons = ConsoleThreads.named("flotilla-console-start");
    CompletableFuture.runAsync(server::start, task -> daemons.newThread(task).start()).join();
  }

  private static void limit(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }
}
