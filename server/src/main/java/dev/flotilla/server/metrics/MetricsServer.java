package dev.flotilla.server.metrics;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.http.HostPolicy;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.metrics.ServerHealth;
import dev.flotilla.metrics.ServerMetrics;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Serves {@code /metrics}, {@code /livez} and {@code /readyz} of one server. Any thread may call.
 *
 * <p>It answers on a thread of its own, so that a probe gets an answer while the server is busy. It
 * takes {@value #MAX_CONNECTIONS} connections, on each of which a request arrives within {@value
 * #REQUEST_SECONDS} s.
 */
public final class MetricsServer implements AutoCloseable {
  static final int MAX_CONNECTIONS = 64;
  static final int REQUEST_SECONDS = 5;

  /** Prometheus keeps a connection from one scrape to the next, a minute by default. */
  private static final Duration IDLE = Duration.ofMinutes(2);

  private static final Duration STALL = Duration.ofSeconds(10);

  private final EventLoops loops;
  private final HttpEndpoint endpoint;

  private MetricsServer(EventLoops loops, HttpEndpoint endpoint) {
    this.loops = loops;
    this.endpoint = endpoint;
  }

  /**
   * Listens.
   *
   * @param address port 0 for a free one
   * @param hostNames names by which it may be called, beside localhost and IP addresses
   * @param metrics read for each scrape; must not block
   * @param health read for each probe; must not block
   * @throws BindException if the port is in use, or the address is not of this machine
   */
  public static MetricsServer start(
      InetSocketAddress address,
      List<String> hostNames,
      Supplier<ServerMetrics> metrics,
      Supplier<ServerHealth> health)
      throws IOException {
    HttpLimits limits =
        HttpLimits.DEFAULT
            .withConnections(MAX_CONNECTIONS, 1)
            .withMaxEnvelopeBytes(HttpLimits.MIN_ENVELOPE_BYTES)
            .withTimeouts(Duration.ofSeconds(REQUEST_SECONDS), IDLE, STALL)
            .withHosts(new HostPolicy(Set.copyOf(hostNames), Set.of()));
    EventLoops loops = EventLoops.start(1, "flotilla-metrics");
    try {
      HttpEndpoint endpoint = HttpEndpoint.open(loops, address, limits);
      endpoint.serveRepeatedly(new MetricsHandler(metrics, health), "Cache-Control: no-store");
      return new MetricsServer(loops, endpoint);
    } catch (IOException e) {
      loops.close();
      if (!(e.getCause() instanceof BindException)) {
        throw e;
      }
      BindException explained =
          new BindException(
              "the page of metrics %s; choose another port or address".formatted(e.getMessage()));
      explained.initCause(e);
      throw explained;
    }
  }

  /** The address of the metrics, for a scraper on this machine or elsewhere. */
  public URI url() {
    return URI.create("http://" + HostPort.of(endpoint.address()) + "/metrics");
  }

  @Override
  public void close() {
    endpoint.close();
    loops.close();
  }
}
