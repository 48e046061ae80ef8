package dev.flotilla.keys.enrolment;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;

/** The address of an enrolment service as a URI, {@code tls://192.0.2.1:4711}. */
final class ServiceAddress {
  private static final int MAX_PORT = 65_535;

  private ServiceAddress() {}

  static URI uri(InetAddress address, int port) {
    String literal = address.getHostAddress();
    String host = address instanceof Inet6Address ? "[" + literal + "]" : literal;
    return URI.create(EnrolmentNames.SCHEME + "://" + host + ":" + port);
  }

  /** What a URI names by a literal address; a host name of a stranger is not looked up. */
  static Optional<InetSocketAddress> of(URI uri) {
    String host = uri.getHost();
    boolean isLiteral = host != null && (host.startsWith("[") || host.matches("[0-9.]+"));
    if (!isLiteral
        || !EnrolmentNames.SCHEME.equals(uri.getScheme())
        || uri.getPort() < 1
        || uri.getPort() > MAX_PORT) {
      return Optional.empty();
    }
    try {
      return Optional.of(new InetSocketAddress(InetAddress.getByName(host), uri.getPort()));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
