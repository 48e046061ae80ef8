package dev.flotilla.order.bench;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.rmi.RmiMiddleware;
import dev.flotilla.order.soap.SoapMiddleware;
import dev.flotilla.order.sockets.SocketMiddleware;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.Locale;

/** The middlewares to choose from. */
public enum MiddlewareKind {
  /** Plain TCP. */
  SOCKETS,
  /** Java RMI. */
  RMI,
  /** SOAP over HTTP. */
  SOAP;

  /**
   * Reads the name of a middleware, such as {@code rmi}.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static MiddlewareKind parse(String text) {
    for (MiddlewareKind kind : values()) {
      if (kind.toString().equals(text)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is no middleware; use sockets, rmi or soap".formatted(text));
  }

  /** The name on a command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Joins a group, and waits until all its processes are there.
   *
   * @param registry HOST:PORT of the registration server; for SOAP the name of the group
   * @param size how many processes the group has
   * @param host the address of this process
   * @throws IOException if that fails
   */
  public Middleware join(String registry, int size, InetAddress host) throws IOException {
    return switch (this) {
      case SOCKETS -> SocketMiddleware.join(HostPort.parse(registry).resolved(), host);
      case RMI -> RmiMiddleware.join(HostPort.parse(registry).resolved(), host);
      case SOAP -> SoapMiddleware.join(registry, size, discovery(host), host);
    };
  }

  private static DiscoverySettings discovery(InetAddress host) throws IOException {
    NetworkInterface chosen = NetworkInterface.getByInetAddress(host);
    if (chosen == null) {
      throw new IOException("no network interface has the address " + host.getHostAddress());
    }
    return DiscoverySettings.on(List.of(chosen));
  }
}
