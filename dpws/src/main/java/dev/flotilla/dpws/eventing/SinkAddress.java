package dev.flotilla.dpws.eventing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.Optional;

/** Under which address a source reaches a sink. Stateless. */
final class SinkAddress {
  private static final int ANY_PORT = 9;

  private SinkAddress() {}

  /**
   * The address from which this host reaches another one, as its routes have it; sends nothing. A
   * source may accept no other.
   *
   * @throws IOException if there is no way to the other host
   */
  static InetAddress towards(InetAddress other) throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(new InetSocketAddress(other, ANY_PORT));
      return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
    }
  }

  /**
   * Where the sink is under its own address.
   *
   * @param own {@link #towards} the source
   * @param listening where the sink listens
   * @return empty if it does not listen there
   */
  static Optional<InetSocketAddress> of(InetAddress own, List<InetSocketAddress> listening) {
    return listening.stream()
        .filter(each -> each.getAddress().isAnyLocalAddress() || each.getAddress().equals(own))
        .map(each -> new InetSocketAddress(own, each.getPort()))
        .findFirst();
  }
}
