package dev.flotilla.dpws.link;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What one network interface, or several together, look like at one moment. Immutable.
 *
 * @param index the system's number of the interface, another one when it was made anew, 0 if there
 *     is none of the name; of several interfaces a number that changes with one of theirs
 * @param isUp whether one of them is up and has a carrier
 * @param addresses those that others can call, best first, at most {@value #MAX_ADDRESSES}: IPv4
 *     before IPv6, and never link-local IPv6
 */
public record LinkState(int index, boolean isUp, List<InetAddress> addresses) {
  /** As many are used. */
  public static final int MAX_ADDRESSES = 8;

  /** When addresses of IPv6 are used. */
  public enum Ipv6 {
    /**
     * Where an interface has none of IPv4: for servers without keys, since IPv6 may reach further
     * than their operator has in mind.
     */
    WITHOUT_IPV4,
    /** Beside those of IPv4. */
    ALWAYS
  }

  /** Copies the list. */
  public LinkState {
    addresses = List.copyOf(addresses);
  }

  /**
   * The interfaces of these names as they are now. Any thread; blocks for the moment of some system
   * calls.
   *
   * @throws SocketException when the system does not tell
   */
  public static LinkState of(Collection<String> interfaceNames, Ipv6 ipv6) throws SocketException {
    List<LinkState> each = new ArrayList<>();
    for (String name : interfaceNames) {
      NetworkInterface nic = NetworkInterface.getByName(name);
      each.add(nic == null ? new LinkState(0, false, List.of()) : of(nic, ipv6));
    }
    return each.size() == 1 ? each.get(0) : together(each);
  }

  private static LinkState of(NetworkInterface nic, Ipv6 ipv6) throws SocketException {
    return new LinkState(nic.getIndex(), nic.isUp(), callable(nic.inetAddresses(), ipv6));
  }

  /** Several as one: the best address of each comes before the second best of any. */
  static LinkState together(List<LinkState> each) {
    List<LinkState> up = each.stream().filter(LinkState::isUp).toList();
    List<InetAddress> inTurns =
        IntStream.range(0, MAX_ADDRESSES)
            .boxed()
            .flatMap(
                turn ->
                    up.stream()
                        .filter(it -> it.addresses.size() > turn)
                        .map(it -> it.addresses.get(turn)))
            .sorted(Comparator.comparing(LinkState::isOfIpv6))
            .limit(MAX_ADDRESSES)
            .toList();
    int index = each.stream().map(LinkState::index).toList().hashCode();
    return new LinkState(index, !up.isEmpty(), inTurns);
  }

  /** Whether others can reach this machine by it. */
  public boolean isUsable() {
    return isUp && !addresses.isEmpty();
  }

  /**
   * Those of the addresses that others can call, best first. No URL that others understand has a
   * link-local address of IPv6.
   */
  public static List<InetAddress> callable(Stream<InetAddress> addresses, Ipv6 ipv6) {
    List<InetAddress> sound =
        addresses
            .filter(address -> !isOfIpv6(address) || !address.isLinkLocalAddress())
            .sorted(
                Comparator.comparing(LinkState::isOfIpv6)
                    .thenComparing(InetAddress::isLinkLocalAddress))
            .toList();
    boolean hasIpv4 = sound.stream().anyMatch(address -> !isOfIpv6(address));
    return sound.stream()
        .filter(address -> ipv6 == Ipv6.ALWAYS || !hasIpv4 || !isOfIpv6(address))
        .limit(MAX_ADDRESSES)
        .toList();
  }

  private static boolean isOfIpv6(InetAddress address) {
    return address instanceof Inet6Address;
  }
}
