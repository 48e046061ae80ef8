package dev.flotilla.server.doctor;

import dev.flotilla.dpws.link.Interfaces;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Network interfaces, multicast and ports. Blocks for up to two seconds an interface. */
public final class NetworkCheck {
  private static final String INTERFACE = "interface";
  private static final String MULTICAST = "multicast";
  private static final String PORT = "port";

  /** The group of WS-Discovery (version 1.1, section 2.4). */
  private static final String DISCOVERY_GROUP = "239.255.255.250";

  private static final int TRIES = 4;
  private static final int TRY_MILLIS = 500;
  private static final int MAX_BYTES = 100;

  private NetworkCheck() {}

  /**
   * Looks at interfaces, and sends a datagram to itself by multicast on each.
   *
   * @param names of interfaces; loopback if there is none
   */
  public static List<Finding> interfaces(Collection<String> names) {
    List<NetworkInterface> found;
    try {
      found = Interfaces.named(names);
    } catch (IOException | RuntimeException e) {
      return List.of(
          Finding.wrong(
              INTERFACE,
              "%s; use --interface with one of %s".formatted(e.getMessage(), namesOfAll())));
    }
    List<Finding> findings = new ArrayList<>();
    for (NetworkInterface each : found) {
      Finding state = state(each);
      findings.add(state);
      if (state.isWell()) {
        findings.add(multicast(each));
      }
    }
    return findings;
  }

  private static String namesOfAll() {
    try {
      return NetworkInterface.networkInterfaces()
          .filter(NetworkCheck::isUp)
          .map(NetworkInterface::getName)
          .sorted()
          .collect(Collectors.joining(", "));
    } catch (SocketException e) {
      return "those that 'ip address' lists";
    }
  }

  private static boolean isUp(NetworkInterface each) {
    try {
      return each.isUp();
    } catch (SocketException e) {
      return false;
    }
  }

  private static Finding state(NetworkInterface each) {
    if (!isUp(each)) {
      return Finding.wrong(
          INTERFACE,
          "%s is down; 'ip link set %s up', or use one of %s"
              .formatted(each.getName(), each.getName(), namesOfAll()));
    }
    List<InetAddress> addresses = each.inetAddresses().toList();
    return addresses.isEmpty()
        ? Finding.wrong(
            INTERFACE,
            "%s has no IP address; give it one, or use one of %s"
                .formatted(each.getName(), namesOfAll()))
        : Finding.well(
            INTERFACE,
            each.getName()
                + " has "
                + addresses.stream()
                    .map(InetAddress::getHostAddress)
                    .collect(Collectors.joining(", ")));
  }

  /** Multicast to itself: what arrives has left by the interface, or would have. */
  private static Finding multicast(NetworkInterface each) {
    String remedy =
        "; 'ip link set %s multicast on' and a route ('ip route add 239.0.0.0/8 dev %s') may help, or use --peers and --servers"
            .formatted(each.getName(), each.getName());
    try {
      if (!each.isLoopback() && !each.supportsMulticast()) {
        return Finding.wrong(
            MULTICAST, "%s is set to no multicast%s".formatted(each.getName(), remedy));
      }
      return receivesOwn(each)
          ? Finding.well(MULTICAST, "%s carries it".formatted(each.getName()))
          : Finding.wrong(
              MULTICAST,
              "a datagram to %s on %s did not come back; a firewall may drop it%s"
                  .formatted(DISCOVERY_GROUP, each.getName(), remedy));
    } catch (IOException e) {
      return Finding.wrong(
          MULTICAST,
          "%s carries no multicast: %s%s".formatted(each.getName(), e.getMessage(), remedy));
    }
  }

  private static boolean receivesOwn(NetworkInterface each) throws IOException {
    byte[] sent = ("flotilla doctor " + UUID.randomUUID()).getBytes(StandardCharsets.US_ASCII);
    try (MulticastSocket socket = new MulticastSocket(0)) {
      InetSocketAddress group =
          new InetSocketAddress(InetAddress.getByName(DISCOVERY_GROUP), socket.getLocalPort());
      socket.setNetworkInterface(each);
      socket.setTimeToLive(1);
      socket.setSoTimeout(TRY_MILLIS);
      socket.joinGroup(group, each);
      for (int i = 0; i < TRIES; i++) {
        socket.send(new DatagramPacket(sent, sent.length, group));
        DatagramPacket received = new DatagramPacket(new byte[MAX_BYTES], MAX_BYTES);
        try {
          socket.receive(received);
          String text =
              new String(received.getData(), 0, received.getLength(), StandardCharsets.US_ASCII);
          if (text.equals(new String(sent, StandardCharsets.US_ASCII))) {
            return true;
          }
        } catch (SocketTimeoutException e) {
          // It is sent again.
        }
      }
      return false;
    }
  }

  /** Whether a server could listen at a port; 0 is any. */
  public static Finding port(int port) {
    if (port == 0) {
      return Finding.well(PORT, "a free one is used");
    }
    try (ServerSocket listening = new ServerSocket()) {
      listening.setReuseAddress(true);
      listening.bind(new InetSocketAddress(port));
      return Finding.well(PORT, "%s is free".formatted(port));
    } catch (IOException | IllegalArgumentException e) {
      return Finding.wrong(
          PORT,
          "%s cannot be used: %s; end what uses it ('ss -ltnp sport = :%s'), or choose another --port"
              .formatted(port, e.getMessage(), port));
    }
  }
}
