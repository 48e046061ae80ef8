package dev.flotilla.client;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a client looks for servers. Immutable.
 *
 * @param interfaces the network interfaces, as the system names them, or {@code all}; empty for
 *     loopback
 * @param discoveryProxy a discovery proxy that is asked, too, where multicast does not reach
 */
public record Network(List<String> interfaces, Optional<InetSocketAddress> discoveryProxy) {
  /** This machine only. */
  public static final Network LOOPBACK = new Network(List.of(), Optional.empty());

  /** Copies the list. */
  public Network {
    interfaces = List.copyOf(interfaces);
  }

  /** The networks of these interfaces; loopback if none is named. */
  public static Network on(List<String> interfaces) {
    return new Network(interfaces, Optional.empty());
  }

  /** The same and the network of one more interface. */
  public Network and(String name) {
    List<String> more = new ArrayList<>(interfaces);
    more.add(name);
    return new Network(more, discoveryProxy);
  }

  /** The same with a discovery proxy. */
  public Network withDiscoveryProxy(InetSocketAddress proxy) {
    return new Network(interfaces, Optional.of(proxy));
  }
}
