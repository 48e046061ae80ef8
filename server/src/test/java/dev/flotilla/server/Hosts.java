package dev.flotilla.server;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Hosts on a switch of their own: network namespaces of Linux, each with loopback, one interface
 * {@value #INTERFACE} and no route but to its neighbours, so above all none for multicast. Removing
 * a namespace removes its interfaces; nothing outside is touched.
 */
final class Hosts implements AutoCloseable {
  static final String INTERFACE = "e0";

  private static final long LIMIT_SECONDS = Await.limitSeconds();

  private final String prefix = "flt" + UUID.randomUUID().toString().substring(0, 8);
  private final List<String> namespaces = new ArrayList<>();
  private final int count;
  private final Family family;

  /** What a host has on its interface. */
  enum Family {
    IPV4,
    /** A link-local address, which no URL can name, and then one that others can call. */
    IPV6
  }

  private Hosts(int count, Family family) {
    this.count = count;
    this.family = family;
  }

  /** Makes hosts, or skips the test where that cannot be done. */
  static Hosts open(int count, Family family) throws IOException, InterruptedException {
    Hosts hosts = new Hosts(count, family);
    try {
      hosts.addNamespace("sw");
    } catch (IOException e) {
      Assumptions.abort("network namespaces need Linux, root and ip(8): " + e.getMessage());
    }
    try {
      hosts.build();
      return hosts;
    } catch (IOException | InterruptedException | RuntimeException e) {
      hosts.close();
      throw e;
    }
  }

  /** What a command line begins with to run on a host; the first is 1. */
  List<String> launcher(int host) {
    return List.of("ip", "netns", "exec", prefix + host);
  }

  /** The host's IPv4 address on the switch. */
  String address(int host) {
    return "10.77.0." + host;
  }

  /** From now on the switch drops multicast, and lets everything else through. */
  void dropMulticast() throws IOException, InterruptedException {
    for (int host = 1; host <= count; host++) {
      ip(
          "-n",
          prefix + "sw",
          "link",
          "set",
          port(host),
          "type",
          "bridge_slave",
          "mcast_flood",
          "off");
    }
  }

  /** Takes an IPv4 address from a host and gives it another one. */
  void changeAddress(int host, String from, String to) throws IOException, InterruptedException {
    ip("-n", prefix + host, "addr", "del", from + "/24", "dev", INTERFACE);
    ip("-n", prefix + host, "addr", "add", to + "/24", "dev", INTERFACE);
  }

  /** Gives a host one more IPv4 address. */
  void addAddress(int host, String address) throws IOException, InterruptedException {
    ip("-n", prefix + host, "addr", "add", address + "/24", "dev", INTERFACE);
  }

  /** Takes a host from the switch, or puts it back: {@code down} or {@code up}. */
  void link(int host, String state) throws IOException, InterruptedException {
    ip("-n", prefix + host, "link", "set", INTERFACE, state);
  }

  @Override
  public void close() {
    for (String namespace : namespaces) {
      try {
        ip("netns", "del", namespace);
      } catch (IOException e) {
        throw new AssertionError("namespace " + namespace + " is left behind", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    namespaces.clear();
  }

  private void build() throws IOException, InterruptedException {
    String sw = prefix + "sw";
    // Without snooping the switch is a plain one, and whether it floods multicast is our choice.
    ip("-n", sw, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0");
    ip("-n", sw, "link", "set", "br0", "up");
    for (int host = 1; host <= count; host++) {
      String namespace = addNamespace(Integer.toString(host));
      ip(
          "-n",
          sw,
          "link",
          "add",
          port(host),
          "type",
          "veth",
          "peer",
          INTERFACE,
          "netns",
          namespace);
      ip("-n", sw, "link", "set", port(host), "master", "br0", "up");
      ip("-n", namespace, "link", "set", INTERFACE, "addrgenmode", "none");
      for (String address : addresses(host)) {
        ip("-n", namespace, "addr", "add", address, "dev", INTERFACE, "nodad");
      }
      ip("-n", namespace, "link", "set", "lo", "up");
      ip("-n", namespace, "link", "set", INTERFACE, "up");
    }
  }

  private List<String> addresses(int host) {
    return switch (family) {
      case IPV4 -> List.of(address(host) + "/24");
      case IPV6 -> List.of("fd77::" + host + "/64", "fe80::" + host + "/64");
    };
  }

  private String addNamespace(String suffix) throws IOException, InterruptedException {
    String namespace = prefix + suffix;
    ip("netns", "add", namespace);
    namespaces.add(namespace);
    return namespace;
  }

  private static String port(int host) {
    return "p" + host;
  }

  private static void ip(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("ip"));
    line.addAll(Arrays.asList(arguments));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(String.join(" ", line) + ": " + output.strip());
    }
  }
}
