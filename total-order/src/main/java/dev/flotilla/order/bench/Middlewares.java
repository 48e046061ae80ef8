package dev.flotilla.order.bench;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.rmi.RmiRegistration;
import dev.flotilla.order.sockets.SocketRegistration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.ServiceLoader;

/** The middlewares by their names: those of this module, and those of others that are there. */
final class Middlewares {
  private static final char HOST_MARK = '@';

  private Middlewares() {}

  /**
   * Joins a group.
   *
   * @param place NAME, or NAME@HOST with the address of this process, which is loopback otherwise
   * @param registry as {@link MiddlewareKind#join} takes it
   */
  static Middleware join(String place, String registry, int size) throws IOException {
    int at = place.indexOf(HOST_MARK);
    String name = at < 0 ? place : place.substring(0, at);
    InetAddress host =
        at < 0 ? InetAddress.getLoopbackAddress() : InetAddress.getByName(place.substring(at + 1));
    Optional<MiddlewareProvider> provider = provider(name);
    return provider.isPresent()
        ? provider.get().join(HostPort.parse(registry).resolved(), host)
        : MiddlewareKind.parse(name).join(registry, size, host);
  }

  /** Starts a registration server, and returns where it listens. */
  static InetSocketAddress startRegistration(String name, InetSocketAddress address, int size)
      throws IOException {
    Optional<MiddlewareProvider> provider = provider(name);
    if (provider.isPresent()) {
      return provider.get().startRegistration(address, size);
    }
    return switch (MiddlewareKind.parse(name)) {
      case SOCKETS -> SocketRegistration.start(address, size).address();
      case RMI -> RmiRegistration.start(address, size).address();
      case SOAP ->
          throw new IllegalArgumentException(
              "soap needs no registration: processes find each other by WS-Discovery");
    };
  }

  private static Optional<MiddlewareProvider> provider(String name) {
    return ServiceLoader.load(MiddlewareProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(name))
        .findFirst();
  }
}
