package dev.flotilla.dpws.device;

import io.netty.util.NetUtil;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The URLs under which others reach what listens on an address. */
final class Advertised {
  private Advertised() {}

  static URI url(String scheme, InetSocketAddress address, String path) {
    return URI.create(scheme + "://" + NetUtil.toSocketAddressString(address) + path);
  }

  /** One URL for each, or one for every address of this machine for one that is all of them. */
  static List<URI> urls(String scheme, List<InetSocketAddress> listening, String path) {
    return listening.stream().flatMap(it -> urls(scheme, it, path).stream()).toList();
  }

  private static List<URI> urls(String scheme, InetSocketAddress listening, String path) {
    if (!listening.getAddress().isAnyLocalAddress()) {
      return List.of(url(scheme, listening, path));
    }
    return localAddresses().stream()
        .map(address -> url(scheme, new InetSocketAddress(address, listening.getPort()), path))
        .toList();
  }

  /** IPv4 first, and loopback only when there is nothing else. */
  private static List<InetAddress> localAddresses() {
    List<InetAddress> all;
    try (Stream<NetworkInterface> interfaces = NetworkInterface.networkInterfaces()) {
      all =
          interfaces
              .flatMap(NetworkInterface::inetAddresses)
              .filter(address -> !address.isLinkLocalAddress())
              .sorted(Comparator.comparing(address -> !(address instanceof Inet4Address)))
              .toList();
    } catch (SocketException e) {
      throw new IllegalStateException("the network interfaces cannot be listed", e);
    }
    List<InetAddress> reachable = all.stream().filter(a -> !a.isLoopbackAddress()).toList();
    return reachable.isEmpty() ? all : reachable;
  }
}
