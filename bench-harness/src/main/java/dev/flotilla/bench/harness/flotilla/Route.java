package dev.flotilla.bench.harness.flotilla;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Optional;

/** Finds the network interface for an address. Stateless; does not send anything. */
public final class Route {
  private static final int ANY_PORT = 9;

  private Route() {}

  /**
   * The interface from which an address is reached, or that has it; empty for loopback.
   *
   * @param host a literal address
   * @throws IOException if no interface reaches it
   */
  public static Optional<String> interfaceTowards(String host) throws IOException {
    InetAddress there = InetAddress.getByName(host);
    if (there.isLoopbackAddress()) {
      return Optional.empty();
    }
    NetworkInterface own = NetworkInterface.getByInetAddress(there);
    if (own != null) {
      return Optional.of(own.getName());
    }
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(there, ANY_PORT)); // asks the routes, sends nothing
      NetworkInterface towards = NetworkInterface.getByInetAddress(socket.getLocalAddress());
      if (towards == null) {
        throw new IOException("no network interface reaches " + host + "; check the routes");
      }
      return Optional.of(towards.getName());
    }
  }
}
