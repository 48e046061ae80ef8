package dev.flotilla.dpws.discovery;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts the addresses of a device that are on a link of this machine before those that are not: a
 * device on several networks announces the addresses of all of them, and not every one of them
 * leads there from here.
 *
 * @param isNear whether an address is on a link of this machine
 */
record NearAddresses(Predicate<InetAddress> isNear) {
  /** The same target, its near addresses first, otherwise in its own order. */
  Target first(Target target) {
    List<URI> all = target.xAddrs();
    if (all.size() < 2) {
      return target;
    }
    List<URI> sorted = all.stream().sorted(Comparator.comparing(url -> !isNear(url))).toList();
    return new Target(
        target.endpointReference(),
        target.types(),
        target.scopes(),
        sorted,
        target.metadataVersion());
  }

  // A name is not looked up: who announces it would say what this machine asks of its resolver.
  private boolean isNear(URI url) {
    @Nullable InetAddress address =
        url.getHost() == null ? null : NetUtil.createInetAddressFromIpAddressString(url.getHost());
    return address != null && isNear.test(address);
  }
}
