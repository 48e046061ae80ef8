package dev.flotilla.gateway.command;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.link.Interfaces;
import dev.flotilla.dpws.link.LinkState;
import dev.flotilla.dpws.link.UnknownInterface;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The network interface by which agents and gateways find each other.
 *
 * @param address where to listen on it
 * @param discovery how to search on it
 */
record NetworkChoice(InetAddress address, DiscoverySettings discovery) {
  /**
   * The interface of a name.
   *
   * @param name loopback if it is null
   * @throws IOException if there is none, or it has no address
   */
  static NetworkChoice of(@Nullable String name) throws IOException {
    NetworkInterface found = named(name);
    InetAddress address =
        LinkState.callable(found.inetAddresses(), LinkState.Ipv6.WITHOUT_IPV4).stream()
            .findFirst()
            .orElseThrow(
                () ->
                    new IOException(
                        "the network interface " + found.getName() + " has no usable address"));
    return new NetworkChoice(address, DiscoverySettings.on(List.of(found)));
  }

  private static NetworkInterface named(@Nullable String name) throws IOException {
    try {
      return name == null ? Interfaces.loopback() : Interfaces.named(name);
    } catch (UnknownInterface e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
