package dev.flotilla.server;

import dev.flotilla.FlotillaServer;
import dev.flotilla.dpws.HostPort;
import dev.flotilla.server.metrics.MetricsServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The metrics and probes of a server, if it is to serve them. */
final class MetricsOptions {
  private static final String LOOPBACK = "127.0.0.1:";

  @Option(
      names = "--metrics",
      paramLabel = "[HOST:]PORT",
      description = {
        "Serves /metrics for Prometheus, and the probes /livez and /readyz. Default host:"
            + " 127.0.0.1.",
        "Port 0: a free one."
      })
  private @Nullable String metrics;

  @Option(
      names = "--insecure-metrics",
      description = {
        "Lets --metrics serve beyond loopback. Every host that reaches the port can read the"
            + " metrics,",
        "unencrypted. They contain no commands and no data of the group."
      })
  private boolean insecure;

  /** Refuses nonsense before a server starts. */
  void check() {
    if (metrics == null && insecure) {
      throw new IllegalArgumentException("--insecure-metrics needs --metrics [HOST:]PORT");
    }
    if (metrics != null) {
      InetSocketAddress unused = address(metrics);
    }
  }

  /**
   * Starts to serve, if that is wanted.
   *
   * @param hostNames names by which scrapers may call it
   */
  Optional<MetricsServer> start(FlotillaServer server, List<String> hostNames)
      throws CommandFailure {
    if (metrics == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          MetricsServer.start(address(metrics), hostNames, server::metrics, server::health));
    } catch (IOException e) {
      ExitCode code = e instanceof BindException ? ExitCode.PORT_IN_USE : ExitCode.NETWORK;
      throw new CommandFailure(code, String.valueOf(e.getMessage()), e);
    }
  }

  private InetSocketAddress address(String text) {
    InetSocketAddress address;
    try {
      address = HostPort.parseListening(text.contains(":") ? text : LOOPBACK + text).resolved();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--metrics is PORT or HOST:PORT, such as 9464 or 192.0.2.1:9464, not '%s'"
              .formatted(text),
          e);
    }
    if (!insecure && !address.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "--metrics would serve unencrypted on %s, where other hosts reach it; use a loopback address, or allow it (--insecure-metrics)"
              .formatted(address.getHostString()));
    }
    return address;
  }
}
