package dev.flotilla.gateway.backend;

import java.net.InetSocketAddress;

/**
 * Where a web server listens.
 *
 * @param host a name or an IP address
 * @param port 1 to 65535
 */
public record BackendAddress(String host, int port) implements Comparable<BackendAddress> {
  /** Checks the port. */
  public BackendAddress {
    if (host.isEmpty() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "an address of a web server is HOST:PORT with a port from 1 to 65535, not '%s:%s'"
              .formatted(host, port));
    }
  }

  /**
   * Reads {@code HOST:PORT}.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static BackendAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    try {
      String host = colon < 0 ? "" : text.substring(0, colon);
      boolean isLiteral = host.startsWith("[") && host.endsWith("]");
      return new BackendAddress(
          isLiteral ? host.substring(1, host.length() - 1) : host,
          Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "an address of a web server is HOST:PORT, not '%s'".formatted(text), e);
    }
  }

  /** The address to connect to; its name is looked up with each connection. */
  public InetSocketAddress unresolved() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  @Override
  public int compareTo(BackendAddress other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
