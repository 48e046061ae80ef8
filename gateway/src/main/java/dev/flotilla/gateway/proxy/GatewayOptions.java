package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.gateway.http.RequestLimits;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * How a gateway works.
 *
 * @param listen where it listens; port 0 takes a free one
 * @param backends the web servers that are there from the beginning
 * @param limits how large requests may be
 * @param keeping what is kept of requests and answers
 * @param patience how long to wait
 * @param redispatch when to dispatch again
 * @param probePath what to ask of each web server; an answer below 500 is a sign of life
 * @param probeMillis how often to ask it
 * @param maxConnections the most connections of clients; further ones are closed
 * @param trusted the proxies in front of it whose word about their clients counts
 */
public record GatewayOptions(
    InetSocketAddress listen,
    List<HostPort> backends,
    RequestLimits limits,
    Keeping keeping,
    Patience patience,
    Redispatch redispatch,
    String probePath,
    int probeMillis,
    int maxConnections,
    TrustedProxies trusted) {
  private static final int DEFAULT_PROBE_MILLIS = 500;
  private static final int DEFAULT_MAX_CONNECTIONS = 10_000;

  /** Checks the numbers. */
  public GatewayOptions {
    backends = List.copyOf(backends);
    if (!probePath.startsWith("/")) {
      throw new IllegalArgumentException("a probe path begins with /, not '" + probePath + "'");
    }
    if (probeMillis < 10 || maxConnections < 1) {
      throw new IllegalArgumentException(
          "probes are at least 10 ms apart and connections at least 1, not %s and %s"
              .formatted(probeMillis, maxConnections));
    }
  }

  /** The defaults for web servers. */
  public static GatewayOptions of(InetSocketAddress listen, List<HostPort> backends) {
    return new GatewayOptions(
        listen,
        backends,
        RequestLimits.DEFAULT,
        Keeping.DEFAULT,
        Patience.DEFAULT,
        Redispatch.DEFAULT,
        "/",
        DEFAULT_PROBE_MILLIS,
        DEFAULT_MAX_CONNECTIONS,
        TrustedProxies.NONE);
  }

  /** The same with other limits. */
  public GatewayOptions with(RequestLimits other) {
    return new GatewayOptions(
        listen,
        backends,
        other,
        keeping,
        patience,
        redispatch,
        probePath,
        probeMillis,
        maxConnections,
        trusted);
  }

  /** The same, keeping something else. */
  public GatewayOptions with(Keeping other) {
    return new GatewayOptions(
        listen,
        backends,
        limits,
        other,
        patience,
        redispatch,
        probePath,
        probeMillis,
        maxConnections,
        trusted);
  }

  /** The same with other times. */
  public GatewayOptions with(Patience other) {
    return new GatewayOptions(
        listen,
        backends,
        limits,
        keeping,
        other,
        redispatch,
        probePath,
        probeMillis,
        maxConnections,
        trusted);
  }

  /** The same, dispatching again in other cases. */
  public GatewayOptions with(Redispatch other) {
    return new GatewayOptions(
        listen,
        backends,
        limits,
        keeping,
        patience,
        other,
        probePath,
        probeMillis,
        maxConnections,
        trusted);
  }

  /** The same with other probes. */
  public GatewayOptions withProbes(String path, int everyMillis) {
    return new GatewayOptions(
        listen,
        backends,
        limits,
        keeping,
        patience,
        redispatch,
        path,
        everyMillis,
        maxConnections,
        trusted);
  }

  /** The same behind other proxies. */
  public GatewayOptions with(TrustedProxies proxies) {
    return new GatewayOptions(
        listen,
        backends,
        limits,
        keeping,
        patience,
        redispatch,
        probePath,
        probeMillis,
        maxConnections,
        proxies);
  }
}
