package dev.flotilla.dpws.link;

import dev.flotilla.dpws.link.LinkState.Ipv6;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Network interfaces by the names that users give. Stateless. */
public final class Interfaces {
  /** Instead of names: every interface that others can reach this machine by. */
  public static final String ALL = "all";

  private Interfaces() {}

  /**
   * The interfaces of these names, each once. Blocks for the moment of some system calls.
   *
   * @param names empty for loopback, {@value #ALL} for those that are up, are not loopback and have
   *     an address that others can call
   * @throws UnknownInterface if there is none of a name
   * @throws IOException if all are asked for and there is none
   */
  public static List<NetworkInterface> named(Collection<String> names) throws IOException {
    if (names.isEmpty()) {
      return List.of(loopback());
    }
    Set<NetworkInterface> found = new LinkedHashSet<>();
    for (String name : names) {
      found.addAll(name.equals(ALL) ? all() : List.of(named(name)));
    }
    return new ArrayList<>(found);
  }

  /**
   * The interface of this name.
   *
   * @throws UnknownInterface if there is none
   */
  public static NetworkInterface named(String name) throws SocketException {
    NetworkInterface found = NetworkInterface.getByName(name);
    if (found == null) {
      throw new UnknownInterface(name);
    }
    return found;
  }

  /**
   * The loopback interface, which reaches every process of this machine and nobody else.
   *
   * @throws IllegalStateException when the machine has none
   */
  public static NetworkInterface loopback() {
    try {
      return NetworkInterface.networkInterfaces()
          .filter(Interfaces::isLoopback)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no loopback interface: name an interface"));
    } catch (SocketException e) {
      throw new IllegalStateException("the network interfaces cannot be listed", e);
    }
  }

  /** Whether it reaches this machine only; not if the system does not tell. */
  public static boolean isLoopback(NetworkInterface candidate) {
    try {
      return candidate.isLoopback();
    } catch (SocketException e) {
      return false;
    }
  }

  /**
   * Those that others reach come first: bridges to containers have the same addresses on every
   * host, and a server uses {@value LinkState#MAX_ADDRESSES} addresses only.
   */
  private static List<NetworkInterface> all() throws IOException {
    List<NetworkInterface> reachable = new ArrayList<>();
    for (NetworkInterface nic : NetworkInterface.networkInterfaces().toList()) {
      boolean isCallable = !LinkState.callable(nic.inetAddresses(), Ipv6.ALWAYS).isEmpty();
      if (isCallable && nic.isUp() && !nic.isLoopback()) {
        reachable.add(nic);
      }
    }
    if (reachable.isEmpty()) {
      throw new IOException(
          "no network interface that is up has an address that others can call; 'ip address'"
              + " lists them");
    }
    reachable.sort(
        Comparator.comparing(Interfaces::isInnerBridge).thenComparing(NetworkInterface::getIndex));
    return reachable;
  }

  /** A bridge of Linux without a device in it joins containers or virtual machines only. */
  private static boolean isInnerBridge(NetworkInterface nic) {
    Path device = Path.of("/sys/class/net", nic.getName());
    Path ports = device.resolve("brif");
    if (!Files.isDirectory(ports)) {
      return false;
    }
    try (Stream<Path> all = Files.list(ports)) {
      return all.noneMatch(
          port -> Files.exists(device.resolveSibling(port.getFileName()).resolve("device")));
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }
}
