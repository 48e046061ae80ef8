package dev.flotilla.systemtests.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Hosts in network namespaces on one switch, which {@code system-tests/hostile} made and removes:
 * the servers are 1 to 3, this process runs on 4, which has a second address and one that is not of
 * the link; 6 is the trap, where everybody's packets to the rest of the world go; 7 and 8 are
 * spare. One thread.
 *
 * @param prefix of the names of the namespaces
 */
record Network(String prefix) implements Hosts {
  static final String INTERFACE = "e0";
  static final int SERVERS = 3;
  static final int TRAP = 6;
  static final int SPARE = 7;
  static final int JOINER = 8;
  static final String GOOD_CLIENT = "10.88.0.4";
  static final String ATTACKER = "10.88.0.5";

  /** An address of this host that is not on the link. */
  static final String OFF_LINK = "192.168.200.5";

  /** How far from its first address a server moves. */
  static final int MOVED = 20;

  private static final long LIMIT_SECONDS = 60;

  static String address(int host) {
    return "10.88.0." + host;
  }

  @Override
  public Target target(int host) {
    return new Target(host, address(host), HostileServer.PORT);
  }

  @Override
  public List<String> options(int host) {
    return List.of(
        "--interface", INTERFACE, "--insecure", "--port", Integer.toString(HostileServer.PORT));
  }

  @Override
  public String group() {
    return Arena.GROUP;
  }

  @Override
  public String goodClient() {
    return GOOD_CLIENT;
  }

  @Override
  public String attacker() {
    return ATTACKER;
  }

  @Override
  public List<String> launcher(int host) {
    return List.of("ip", "netns", "exec", prefix + host);
  }

  /** Gives the host's interface another address, in place of those that it has. */
  void readdress(int host, String address) throws IOException, InterruptedException {
    on(host, "addr", "flush", "dev", INTERFACE);
    addAddress(host, address);
    on(host, "route", "replace", "default", "via", address(TRAP));
  }

  void addAddress(int host, String address) throws IOException, InterruptedException {
    on(host, "addr", "add", address + "/24", "dev", INTERFACE);
  }

  void link(int host, boolean up) throws IOException, InterruptedException {
    on(host, "link", "set", INTERFACE, up ? "up" : "down");
    if (up) {
      on(host, "route", "replace", "default", "via", address(TRAP));
    }
  }

  /** Puts the host on the switch, or takes it off, which the host does not see. */
  void plug(int host, boolean in) throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(List.of("ip", "-n", prefix + "sw", "link", "set", "p" + host));
    line.addAll(in ? List.of("master", "br0") : List.of("nomaster"));
    run(line);
  }

  /** Puts everything back as the script made it. */
  @Override
  public void restore() throws IOException, InterruptedException {
    for (int host : List.of(1, 2, 3, SPARE, JOINER)) {
      plug(host, true);
      on(host, "link", "set", INTERFACE, "up");
      readdress(host, address(host));
    }
  }

  /**
   * Packets that came to the trap for it or for the world beyond; neighbours' multicast and their
   * questions who has an address are not counted.
   */
  long trapped() throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(launcher(TRAP));
    line.addAll(List.of("cat", "/proc/net/snmp"));
    String counters = run(line);
    return counter(counters, "Tcp", "InSegs")
        + counter(counters, "Udp", "InDatagrams")
        + counter(counters, "Udp", "NoPorts")
        + counter(counters, "Icmp", "InMsgs")
        + counter(counters, "Ip", "InAddrErrors");
  }

  /** A counter of /proc/net/snmp: a line of names, then a line of values. */
  static long counter(String counters, String protocol, String name) throws IOException {
    List<String> lines =
        Pattern.compile("(?m)^" + protocol + ": (.*)$")
            .matcher(counters)
            .results()
            .map(found -> found.group(1))
            .toList();
    int at = lines.size() == 2 ? Arrays.asList(lines.get(0).split(" ", -1)).indexOf(name) : -1;
    if (at < 0) {
      throw new IOException("no counter " + protocol + " " + name + " in /proc/net/snmp");
    }
    return Long.parseLong(lines.get(1).split(" ", -1)[at]);
  }

  private void on(int host, String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("ip", "-n", prefix + host));
    line.addAll(Arrays.asList(arguments));
    run(line);
  }

  /** Runs a program and returns what it prints. */
  static String run(List<String> line) throws IOException, InterruptedException {
    Path printed = Files.createTempFile("printed", ".txt");
    try {
      return run(line, printed);
    } finally {
      Files.delete(printed);
    }
  }

  private static String run(List<String> line, Path printed)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(printed.toFile()).start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(
          "%s has not ended in %s s".formatted(String.join(" ", line), LIMIT_SECONDS));
    }
    String output = Files.readString(printed);
    if (process.exitValue() != 0) {
      throw new IOException(
          String.format(Locale.ROOT, "%s: %s", String.join(" ", line), output.strip()));
    }
    return output;
  }
}
