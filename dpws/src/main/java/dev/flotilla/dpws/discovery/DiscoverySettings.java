package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.link.Interfaces;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where and how a {@link Discovery} listens and speaks. Immutable, any thread.
 *
 * @param interfaces the network interfaces, at least one; they are set on every socket, so that no
 *     multicast route is needed
 * @param groups the multicast addresses, with their ports: at most one of IPv4 and one of IPv6
 * @param maxAnswerDelay the upper bound of the random wait before an answer to a Probe and before
 *     the first Hello: APP_MAX_DELAY, 0 to 10 seconds
 * @param hops how far multicast travels (time to live): 0 stays on this machine, 1 on the link, as
 *     the standard asks
 * @param audience whose questions are answered; those on the link unless set
 * @param instanceId of all messages until it is closed; it must rise with each start. Empty: the
 *     time in seconds
 * @param proxy a discovery proxy, to which everything that is said to the groups is sent, too,
 *     where multicast does not reach
 * @param eventLoops runs everything, shared and left open; empty to have one thread of its own
 */
public record DiscoverySettings(
    List<NetworkInterface> interfaces,
    List<InetSocketAddress> groups,
    Duration maxAnswerDelay,
    int hops,
    Audience audience,
    OptionalLong instanceId,
    Optional<InetSocketAddress> proxy,
    Optional<EventLoops> eventLoops) {
  /** Whose questions are answered. */
  public enum Audience {
    /**
     * Who has an address in a subnet of the interface: an answer that goes to a forged address
     * stays on the link.
     */
    ON_LINK,
    /** Whoever asks; for networks whose routers carry multicast. */
    ANYBODY
  }

  /** The port of WS-Discovery. */
  public static final int PORT = 3_702;

  /**
   * The wait on a LAN, of WS-Discovery 1.1 itself. DPWS 1.1 raises it to 2,500 ms for networks of
   * hundreds of small devices. Both are upper bounds of a random wait, so that a client that waits
   * for the longer one hears whoever keeps the shorter; what is lost is only spread, and 500 ms
   * spread some hundred answers of 1 KB well.
   */
  public static final Duration LAN_ANSWER_DELAY = Duration.ofMillis(500);

  /**
   * The wait where only loopback is used: there is no medium to share, so that this only keeps
   * dozens of processes from answering in one instant.
   */
  public static final Duration LOOPBACK_ANSWER_DELAY = Duration.ofMillis(50);

  private static final Duration MAX_ANSWER_DELAY = Duration.ofSeconds(10);

  /** Copies the lists and refuses what cannot work. */
  public DiscoverySettings {
    interfaces = List.copyOf(interfaces);
    groups = List.copyOf(groups);
    if (interfaces.isEmpty()) {
      throw new IllegalArgumentException("name at least one network interface");
    }
    if (groups.isEmpty() || groups.stream().anyMatch(g -> !isMulticast(g))) {
      throw new IllegalArgumentException(
          "groups %s must be multicast addresses, at least one".formatted(groups));
    }
    if (maxAnswerDelay.isNegative() || maxAnswerDelay.compareTo(MAX_ANSWER_DELAY) > 0) {
      throw new IllegalArgumentException(
          "answer delay %s must be within 0..%s".formatted(maxAnswerDelay, MAX_ANSWER_DELAY));
    }
    if (proxy.isPresent() && (proxy.get().isUnresolved() || proxy.get().getPort() == 0)) {
      throw new IllegalArgumentException(
          "discovery proxy %s must have an address and a port".formatted(proxy.get()));
    }
    if (hops < 0 || hops > 255) {
      throw new IllegalArgumentException("hops %s must be within 0..255".formatted(hops));
    }
  }

  /**
   * On the loopback interface only, which reaches every process of this machine and nobody else.
   *
   * @throws IllegalStateException when the machine has no loopback interface
   */
  public static DiscoverySettings loopback() {
    return on(List.of(Interfaces.loopback()));
  }

  /** On these interfaces, with the standard's groups and the answer delay that suits them. */
  public static DiscoverySettings on(List<NetworkInterface> interfaces) {
    boolean isLocal = interfaces.stream().allMatch(Interfaces::isLoopback);
    return new DiscoverySettings(
        interfaces,
        List.of(
            new InetSocketAddress(address("239.255.255.250"), PORT),
            new InetSocketAddress(address("ff02::c"), PORT)),
        isLocal ? LOOPBACK_ANSWER_DELAY : LAN_ANSWER_DELAY,
        1,
        Audience.ON_LINK,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same with other multicast groups; whoever uses others does not hear this one. */
  public DiscoverySettings withGroups(List<InetSocketAddress> newGroups) {
    return new DiscoverySettings(
        interfaces, newGroups, maxAnswerDelay, hops, audience, instanceId, proxy, eventLoops);
  }

  /** The same with the groups' ports changed; whoever uses another does not hear this one. */
  public DiscoverySettings withPort(int port) {
    return withGroups(
        groups.stream().map(group -> new InetSocketAddress(group.getAddress(), port)).toList());
  }

  /** The same with another upper bound of the random wait before answers. */
  public DiscoverySettings withMaxAnswerDelay(Duration delay) {
    return new DiscoverySettings(
        interfaces, groups, delay, hops, audience, instanceId, proxy, eventLoops);
  }

  /** The same with another reach of multicast. */
  public DiscoverySettings withHops(int newHops) {
    return new DiscoverySettings(
        interfaces, groups, maxAnswerDelay, newHops, audience, instanceId, proxy, eventLoops);
  }

  /** The same with answers to others, or to fewer. */
  public DiscoverySettings withAudience(Audience newAudience) {
    return new DiscoverySettings(
        interfaces, groups, maxAnswerDelay, hops, newAudience, instanceId, proxy, eventLoops);
  }

  /** The same with an InstanceId, which must be higher than that of the last start. */
  public DiscoverySettings withInstanceId(long id) {
    return new DiscoverySettings(
        interfaces, groups, maxAnswerDelay, hops, audience, OptionalLong.of(id), proxy, eventLoops);
  }

  /** The same with a discovery proxy, which listens for datagrams at that address. */
  public DiscoverySettings withProxy(InetSocketAddress address) {
    return new DiscoverySettings(
        interfaces,
        groups,
        maxAnswerDelay,
        hops,
        audience,
        instanceId,
        Optional.of(address),
        eventLoops);
  }

  /** The same on event loops that the caller owns. */
  public DiscoverySettings withEventLoops(EventLoops loops) {
    return new DiscoverySettings(
        interfaces, groups, maxAnswerDelay, hops, audience, instanceId, proxy, Optional.of(loops));
  }

  private static boolean isMulticast(InetSocketAddress group) {
    InetAddress address = group.getAddress();
    return (address instanceof Inet4Address || address instanceof Inet6Address)
        && address.isMulticastAddress();
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(literal + " is no address", e);
    }
  }
}
