package dev.flotilla.dpws.discovery;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes of the addresses that a device announces those to call from here. A link-local IPv6 address
 * gets the zone of the interface on which it was announced, without which it leads nowhere. Those
 * that are on a link of this machine come before those that are not: a device on several networks
 * announces the addresses of all of them, and not every one of them leads there from here.
 *
 * @param isNear whether an address is on a link of this machine
 */
record NearAddresses(Predicate<InetAddress> isNear) {
  /**
   * The zone of an interface as a URI has it: the name, or the number if a URI has no such name.
   */
  static String zone(NetworkInterface nic) {
    String name = nic.getName();
    return name.matches("[A-Za-z0-9]+") ? name : Integer.toString(nic.getIndex());
  }

  /** The same target with addresses to call, its near ones first, otherwise in its own order. */
  Target of(Target target, String zone) {
    return first(target.at(target.xAddrs().stream().map(url -> zoned(url, zone)).toList()));
  }

  /** The same target, its near addresses first, otherwise in its own order. */
  Target first(Target target) {
    List<URI> all = target.xAddrs();
    if (all.size() < 2) {
      return target;
    }
    return target.at(all.stream().sorted(Comparator.comparing(url -> !isNear(url))).toList());
  }

  // A name is not looked up: who announces it would say what this machine asks of its resolver.
  private boolean isNear(URI url) {
    @Nullable InetAddress address = literal(url);
    return address != null && (isLinkLocal(address) || isNear.test(address));
  }

  private static URI zoned(URI url, String zone) {
    @Nullable InetAddress address = literal(url);
    if (address == null || !isLinkLocal(address)) {
      return url;
    }
    // A zone that it has means something on the machine that announced it only.
    String host = url.getHost().replaceFirst("%.*", "]").replace("]", "%" + zone + "]");
    String authority = url.getPort() < 0 ? host : host + ":" + url.getPort();
    String path = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    return URI.create(url.getScheme() + "://" + authority + path);
  }

  private static boolean isLinkLocal(InetAddress address) {
    return address instanceof Inet6Address && address.isLinkLocalAddress();
  }

  private static @Nullable InetAddress literal(URI url) {
    String host = url.getHost();
    return host == null
        ? null
        : NetUtil.createInetAddressFromIpAddressString(host.replaceFirst("%[^]]*]", "]"));
  }
}
