package dev.flotilla.dpws.link;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a network interface looks like at one moment. Immutable.
 *
 * @param index the system's number of the interface, another one when it was made anew; 0 if there
 *     is none of the name
 * @param isUp whether it is up and has a carrier
 * @param addresses those that others can call, best first, at most {@value #MAX_ADDRESSES}: IPv4 if
 *     there is any, otherwise IPv6 that is not link-local
 */
public record LinkState(int index, boolean isUp, List<InetAddress> addresses) {
  /** As many of one interface are used. */
  public static final int MAX_ADDRESSES = 8;

  /** Copies the list. */
  public LinkState {
    addresses = List.copyOf(addresses);
  }

  /**
   * The interface of that name as it is now. Any thread; blocks for the moment of a system call.
   *
   * @throws SocketException when the system does not tell
   */
  public static LinkState of(String interfaceName) throws SocketException {
    NetworkInterface nic = NetworkInterface.getByName(interfaceName);
    return nic == null ? new LinkState(0, false, List.of()) : of(nic);
  }

  private static LinkState of(NetworkInterface nic) throws SocketException {
    return new LinkState(nic.getIndex(), nic.isUp(), callable(nic.inetAddresses()));
  }

  /** Whether others can reach this machine by it. */
  public boolean isUsable() {
    return isUp && !addresses.isEmpty();
  }

  /**
   * Those of the addresses that others can call, best first: IPv4 if there is any, since IPv6 may
   * reach further than a server's operator has in mind. No URL that others understand has a
   * link-local address of IPv6.
   */
  public static List<InetAddress> callable(Stream<InetAddress> addresses) {
    List<InetAddress> sound =
        addresses
            .filter(address -> address instanceof Inet4Address || !address.isLinkLocalAddress())
            .sorted(Comparator.comparing(InetAddress::isLinkLocalAddress))
            .toList();
    boolean hasIpv4 = sound.stream().anyMatch(Inet4Address.class::isInstance);
    return sound.stream()
        .filter(address -> !hasIpv4 || address instanceof Inet4Address)
        .limit(MAX_ADDRESSES)
        .toList();
  }
}
