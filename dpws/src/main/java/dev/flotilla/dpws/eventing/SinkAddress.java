package dev.flotilla.dpws.eventing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.DatagramChannel;
import java.util.List;

/** Under which of its addresses a sink can be reached. Stateless. */
final class SinkAddress {
  private static final int ANY_PORT = 9;

  private SinkAddress() {}

  /**
   * The address from which this host reaches another one, if the sink listens on it: a source may
   * accept no other.
   *
   * @param listening where the sink listens
   * @throws IOException if it listens nowhere, or there is no way to the other host
   */
  static InetSocketAddress towards(InetAddress other, List<InetSocketAddress> listening)
      throws IOException {
    if (listening.isEmpty()) {
      throw new SocketException("the sink listens on no address");
    }
    if (listening.size() == 1 && !listening.get(0).getAddress().isAnyLocalAddress()) {
      return listening.get(0);
    }
    InetAddress own = ownAddressTowards(other);
    for (InetSocketAddress each : listening) {
      if (each.getAddress().isAnyLocalAddress() || each.getAddress().equals(own)) {
        return new InetSocketAddress(own, each.getPort());
      }
    }
    return listening.get(0);
  }

  /** As the routes of this host have it; sends nothing. */
  private static InetAddress ownAddressTowards(InetAddress other) throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(new InetSocketAddress(other, ANY_PORT));
      return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
    }
  }
}
