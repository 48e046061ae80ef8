package dev.flotilla.bench.harness.hosts;

import dev.flotilla.bench.LocalHost;
import dev.flotilla.bench.Placement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hosts on one switch that this machine emulates. Server N runs on host N, client processes on the
 * last hosts. This process has an address on the switch, too, and no quota.
 *
 * <p>The hosts are removed by {@link #close}, and when the JVM ends, as on Ctrl-C. What a killed
 * process left behind is removed by the next one that makes hosts.
 *
 * <p><b>Thread.</b> Safe for use by several threads; opening and closing block some seconds.
 */
public final class EmulatedHosts implements Placement, AutoCloseable {
  static final String PREFIX = "fb";
  private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-[0-9]+");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern ROOT = Pattern.compile("(?m)^Uid:\\s+[0-9]+\\s+0\\s");

  // The addresses of RFC 2544 for benchmarks, which no network uses.
  private static final String NETWORKS = "198.18.";
  private static final int LAST_NETWORK = 255;
  private static final int OWN = 254;
  private static final int MTU = 1_500;
  private static final int MTU_WITH_TUNNEL = 1_600;
  private static final long GRACE_SECONDS = 10;
  private static final long LOOK_MILLIS = 20;

  private final HostPlan plan;
  private final CpuGroups groups;
  private final long pid = ProcessHandle.current().pid();
  private final List<EmulatedHost> hosts = new ArrayList<>();
  private @Nullable DelayRelay relay;
  private final Thread hook = new Thread(this::removeAtEnd, "remove-emulated-hosts");

  private EmulatedHosts(HostPlan plan, CpuGroups groups) {
    this.plan = plan;
    this.groups = groups;
  }

  /**
   * Makes the hosts.
   *
   * @throws IllegalArgumentException if they do not fit on this machine
   * @throws IOException if this process may not, or the machine cannot; nothing is left then
   */
  public static EmulatedHosts open(HostPlan plan) throws IOException, InterruptedException {
    plan.requireFits(Runtime.getRuntime().availableProcessors());
    requireRoot();
    EmulatedHosts opened = new EmulatedHosts(plan, CpuGroups.find(CpuGroups.MOUNTS));
    Runtime.getRuntime().addShutdownHook(opened.hook);
    try {
      opened.make();
      return opened;
    } catch (IOException | InterruptedException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static void requireRoot() throws IOException {
    if (!Files.exists(STATUS) || !ROOT.matcher(Files.readString(STATUS)).find()) {
      throw new IOException(
          "--emulated-hosts makes network namespaces and cgroups, which only root may do on Linux; run"
              + " the command with sudo");
    }
  }

  private synchronized void make() throws IOException, InterruptedException {
    removeLeftovers();
    String network = freeNetwork();
    String link = PREFIX + pid;
    Namespaces.makeSwitch(name(0), link);
    boolean isRelayed = plan.links().isDelayed() && !Namespaces.hasNetem(name(0), link);
    int mtu = isRelayed ? MTU_WITH_TUNNEL : MTU;
    Namespaces.plug(name(0), link, link + "p0", Long.toString(pid), link, mtu);
    Namespaces.raise("ip", link, network + OWN + "/24");
    if (isRelayed) {
      InetAddress own = InetAddress.getByName(network + OWN);
      relay = DelayRelay.start(own, plan.hosts(), plan.links().delay());
    }
    for (int number = 1; number <= plan.hosts(); number++) {
      Namespaces.make(name(number));
      connect(name(number), number, link, network);
      Path group = groups.make(name(number), plan.quotaMicros(), HostPlan.PERIOD_MICROS);
      InetAddress address = InetAddress.getByName(network + number);
      hosts.add(new EmulatedHost(name(number), address, group, plan.processors()));
    }
  }

  private void connect(String name, int number, String link, String network)
      throws IOException, InterruptedException {
    HostLinks links = plan.links();
    String port = link + "p" + number;
    String below = "root";
    if (relay != null) {
      String over = link + "u";
      Namespaces.plug(name(0), link, port, name, over, MTU_WITH_TUNNEL);
      String mac = DelayRelay.mac(number);
      Namespaces.tunnel(name, link, mac, network + number, relay.address(), over);
    } else {
      Namespaces.plug(name(0), link, port, name, link, MTU);
      Namespaces.raise("ip -n " + name, link, network + number + "/24");
      if (links.isDelayed()) {
        Namespaces.delay(name, link, links.delay());
        below = "parent 1:1";
      }
    }
    if (links.bitsPerSecond() > 0) {
      Namespaces.limit(name, link, below, links.bitsPerSecond());
    }
    if (links.loss() > 0) {
      Namespaces.lose(name, link, network + OWN, links.loss());
    }
    if (!links.equals(HostLinks.PLAIN)) {
      Namespaces.singly(name, link);
    }
  }

  /** Of the namespace and of the control group; 0 is the switch. */
  private String name(int number) {
    return PREFIX + pid + "-" + number;
  }

  /** Another network for each process that makes hosts. */
  private static String freeNetwork() throws SocketException {
    List<String> own =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .map(InetAddress::getHostAddress)
            .toList();
    for (int number = 0; number <= LAST_NETWORK; number++) {
      String network = NETWORKS + number + ".";
      if (own.stream().noneMatch(address -> address.startsWith(network))) {
        return network;
      }
    }
    throw new SocketException("all networks " + NETWORKS + "0.0/16 are in use on this machine");
  }

  @Override
  public LocalHost host(int number) {
    return hosts.get(number - 1);
  }

  /** The last host for the first client process, then those before it that have no server. */
  @Override
  public LocalHost clients(int number, int servers) {
    return host(plan.hosts() - (number - 1) % (plan.hosts() - servers));
  }

  @Override
  public boolean isEnoughFor(int servers) {
    return servers < plan.hosts();
  }

  /** What the hosts are, for reports. */
  public String words() {
    String by = relay == null ? " by netem" : " by a relay";
    return plan.words()
        + (plan.links().isDelayed() ? by : "")
        + ", cgroup v"
        + (groups.isVersion2() ? 2 : 1);
  }

  /** What the relay has cost and how long it has really held packets; empty without one. */
  public Optional<String> relay() {
    return Optional.ofNullable(relay).map(DelayRelay::words);
  }

  /**
   * Removes the hosts; processes on them have ended, or are killed after a while.
   *
   * @throws IOException if one cannot be removed, or the thread is interrupted; the next process
   *     that makes hosts tries again
   */
  @Override
  public void close() throws IOException {
    try {
      remove();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while emulated hosts were removed", e);
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook runs anyway and finds nothing left to do.
    }
  }

  private void removeAtEnd() {
    try {
      remove();
    } catch (IOException e) {
      System.err.printf("flotilla bench: an emulated host is left: %s%n", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void remove() throws IOException, InterruptedException {
    if (relay != null) {
      relay.close();
    }
    removeAll(PREFIX + pid + "-");
  }

  private void removeLeftovers() throws IOException, InterruptedException {
    TreeSet<String> names = new TreeSet<>(Namespaces.names(PREFIX));
    names.addAll(groups.names(PREFIX));
    for (String name : names) {
      Matcher made = NAME.matcher(name);
      if (made.matches() && ProcessHandle.of(Long.parseLong(made.group(1))).isEmpty()) {
        removeAll(name);
      }
    }
  }

  private void removeAll(String prefix) throws IOException, InterruptedException {
    try {
      for (String name : groups.names(prefix)) {
        removeGroup(groups.root().resolve(name));
      }
    } finally {
      for (String name : Namespaces.names(prefix)) {
        Namespaces.removeLink(name.substring(0, name.indexOf('-')));
        Namespaces.remove(name);
      }
    }
  }

  /**
   * Whoever started the processes ends them; what is left after the grace is killed. The kernel
   * keeps a group a moment longer than its last process is listed.
   */
  private static void removeGroup(Path group) throws IOException, InterruptedException {
    long start = System.nanoTime();
    boolean isKilled = false;
    while (!isRemoved(group)) {
      List<Long> left = CpuGroups.members(group);
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      if (seconds >= 2 * GRACE_SECONDS) {
        throw new IOException("%s cannot be removed; its processes are %s".formatted(group, left));
      }
      if (seconds >= GRACE_SECONDS && !isKilled) {
        left.forEach(each -> ProcessHandle.of(each).ifPresent(ProcessHandle::destroyForcibly));
        isKilled = true;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  private static boolean isRemoved(Path group) {
    try {
      Files.deleteIfExists(group);
      return true;
    } catch (IOException busy) {
      return false;
    }
  }
}
