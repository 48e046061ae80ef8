package dev.flotilla.order.bench;

import dev.flotilla.order.Middleware;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A middleware of another module, which {@link java.util.ServiceLoader} finds if the module is on
 * the class path.
 */
public interface MiddlewareProvider {
  /** Its name on a command line. */
  String name();

  /**
   * Joins a group, and waits until all its processes are there.
   *
   * @param registration where the registration server listens
   * @param host the address of this process
   * @throws IOException if that fails
   */
  Middleware join(InetSocketAddress registration, InetAddress host) throws IOException;

  /**
   * Starts a registration server, which runs until the program ends.
   *
   * @param size how many processes the group has
   * @return where it listens, with the real port
   * @throws IOException if the address cannot be used
   */
  InetSocketAddress startRegistration(InetSocketAddress address, int size) throws IOException;
}
