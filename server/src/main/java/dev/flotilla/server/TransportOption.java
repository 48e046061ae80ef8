package dev.flotilla.server;

import dev.flotilla.node.transport.Transport;
import dev.flotilla.tcp.TcpTransport;
import java.util.Optional;

/** The value of {@code --transport}: soap, tcp or tcp:PORT. */
final class TransportOption {
  static final String SOAP = "soap";
  private static final String TCP = "tcp";

  private TransportOption() {}

  /**
   * The transport beside SOAP, if one is named.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  static Optional<Transport> parse(String text) {
    if (text.equals(SOAP)) {
      return Optional.empty();
    }
    if (text.equals(TCP)) {
      return Optional.of(new TcpTransport());
    }
    if (text.matches(TCP + ":[0-9]{1,5}")) {
      return Optional.of(new TcpTransport(Integer.parseInt(text.substring(TCP.length() + 1))));
    }
    throw new IllegalArgumentException(
        "--transport is soap, tcp or tcp:PORT, not '%s'".formatted(text));
  }
}
