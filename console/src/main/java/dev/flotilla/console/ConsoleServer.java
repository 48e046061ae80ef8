package dev.flotilla.console;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.http.HostPolicy;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Serves the page. Any thread may call.
 *
 * <p>Everything is bounded: {@value #MAX_CONNECTIONS} connections, on each of which a request
 * arrives within {@value #REQUEST_SECONDS} s, {@value EventStreams#MAX_STREAMS} pages that watch,
 * {@value EventLog#MAX_LINES} lines of the event log, and the size of recordings. The page changes
 * nothing but its recording.
 */
public final class ConsoleServer implements AutoCloseable {
  static final int MAX_CONNECTIONS = 128;
  static final int REQUEST_SECONDS = 5;

  /** A reader that takes nothing for longer is gone. */
  private static final int STALL_SECONDS = 30;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Console console;
  private final EventLoops loops;
  private final HttpEndpoint endpoint;

  private ConsoleServer(Console console, EventLoops loops, HttpEndpoint endpoint) {
    this.console = console;
    this.loops = loops;
    this.endpoint = endpoint;
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
    Page page = Page.load();
    EventLoops loops = EventLoops.start(1, "flotilla-console-net");
    HttpEndpoint endpoint = listen(loops, settings);
    Console console =
        new Console(
            source, pauseNanos, new Recorder(settings.recordings(), settings.maxRecordingBytes()));
    endpoint.serve(new ConsoleHandler(console, page.html()), page.fields());
    console.start();
    return new ConsoleServer(console, loops, endpoint);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return endpoint.address();
  }

  /** What to type into a browser on this machine. */
  public URI url() {
    InetAddress listens = address().getAddress();
    InetAddress host = listens.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : listens;
    return URI.create(
        "http://" + HostPort.of(new InetSocketAddress(host, address().getPort())) + "/");
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
    endpoint.close();
    loops.close();
  }

  private static HttpEndpoint listen(EventLoops loops, ConsoleSettings settings)
      throws IOException {
    Duration stall = Duration.ofSeconds(STALL_SECONDS);
    HttpLimits limits =
        HttpLimits.DEFAULT
            .withConnections(MAX_CONNECTIONS, 1)
            .withMaxEnvelopeBytes(HttpLimits.MIN_ENVELOPE_BYTES)
            .withTimeouts(Duration.ofSeconds(REQUEST_SECONDS), stall, stall)
            .withHosts(HostPolicy.ofOwnPages(settings.hostNames()));
    try {
      return HttpEndpoint.open(loops, settings.address(), limits);
    } catch (IOException e) {
      loops.close();
      if (!(e.getCause() instanceof BindException)) {
        throw e;
      }
      BindException explained =
          new BindException(
              "the console %s; choose another port or address".formatted(e.getMessage()));
      explained.initCause(e);
      throw explained;
    }
  }
}
