package dev.flotilla.bench.harness.hosts;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes and removes network namespaces by {@code ip}, and their links. Stateless. */
final class Namespaces {
  private static final Path ALL = Path.of("/run/netns");
  private static final Path LINKS = Path.of("/sys/class/net");
  private static final long LIMIT_SECONDS = 30;
  private static final long MIN_BURST_BYTES = 15_000;
  private static final long BURSTS_PER_SECOND = 1_000;

  private Namespaces() {}

  /** The names of all that begin so. */
  static List<String> names(String prefix) throws IOException {
    return Files.isDirectory(ALL) ? names(ALL, prefix) : List.of();
  }

  /** The names of what is in a directory and begins so. */
  static List<String> names(Path directory, String prefix) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, prefix + "*")) {
      found.forEach(each -> names.add(String.valueOf(each.getFileName())));
    }
    return names;
  }

  /** The link of this process, if it is there: the kernel removes those of namespaces later. */
  static void removeLink(String name) throws IOException, InterruptedException {
    remove(LINKS.resolve(name), "ip link del");
  }

  /** A namespace, if it is there. */
  static void remove(String name) throws IOException, InterruptedException {
    remove(ALL.resolve(name), "ip netns del");
  }

  /** Another benchmark may remove what a third has left at the same moment. */
  private static void remove(Path file, String command) throws IOException, InterruptedException {
    if (Files.exists(file)) {
      try {
        run(command + " " + file.getFileName());
      } catch (IOException e) {
        if (Files.exists(file)) {
          throw e;
        }
      }
    }
  }

  /**
   * A namespace whose links form one switch.
   *
   * @throws IOException if {@code ip} is missing or the kernel refuses
   */
  static void makeSwitch(String name, String bridge) throws IOException, InterruptedException {
    run("ip netns add %s".formatted(name));
    run("ip -n %s link add %s type bridge mcast_snooping 0".formatted(name, bridge));
    run("ip -n %s link set %s up".formatted(name, bridge));
  }

  /** A namespace for a host. */
  static void make(String name) throws IOException, InterruptedException {
    run("ip netns add %s".formatted(name));
    run("ip -n %s link set lo up".formatted(name));
  }

  /**
   * Connects a namespace with a switch.
   *
   * @param port what the switch's end of the link is called
   * @param netns where the other end goes, as {@code ip} takes it
   * @param mtu bytes of the largest packet
   */
  static void plug(String lan, String bridge, String port, String netns, String link, int mtu)
      throws IOException, InterruptedException {
    String peer = "peer name %s mtu %s netns %s".formatted(link, mtu, netns);
    run("ip -n %s link add %s mtu %s type veth %s".formatted(lan, port, mtu, peer));
    run("ip -n %s link set %s master %s up".formatted(lan, port, bridge));
  }

  /**
   * Gives a link its address and turns it on.
   *
   * @param ip the words that make {@code ip} work where the link is
   */
  static void raise(String ip, String link, String address)
      throws IOException, InterruptedException {
    run("%s addr add %s dev %s".formatted(ip, address, link));
    run("%s link set %s up".formatted(ip, link));
  }

  /**
   * A link whose frames go to a relay, over another link.
   *
   * @param relay where it receives them
   * @param mac of the new link
   */
  static void tunnel(
      String namespace, String link, String mac, String own, InetSocketAddress relay, String over)
      throws IOException, InterruptedException {
    String there = relay.getAddress().getHostAddress();
    String vxlan =
        "type vxlan id 1 nolearning local %s remote %s dev %s dstport %s"
            .formatted(own, there, over, relay.getPort());
    run("ip -n %s link set %s up".formatted(namespace, over));
    run("ip -n %s link add %s address %s mtu 1500 %s".formatted(namespace, link, mac, vxlan));
    raise("ip -n " + namespace, link, own + "/24");
    run("ip -n %s route add %s/32 dev %s src %s".formatted(namespace, there, over, own));
  }

  /** Lets a link send single packets only, not many as one: each can be lost or delayed. */
  static void singly(String namespace, String link) throws IOException, InterruptedException {
    run("ip -n %s link set %s gso_max_segs 1".formatted(namespace, link));
  }

  /** Whether the kernel can delay packets. */
  static boolean hasNetem(String namespace, String link) throws InterruptedException {
    try {
      run("ip netns exec %s tc qdisc add dev %s root netem".formatted(namespace, link));
      run("ip netns exec %s tc qdisc del dev %s root".formatted(namespace, link));
      return true;
    } catch (IOException none) {
      return false;
    }
  }

  /** Delays what a namespace sends, before {@link #limit}. */
  static void delay(String namespace, String link, Duration delay)
      throws IOException, InterruptedException {
    run(
        "ip netns exec %s tc qdisc add dev %s root handle 1: netem delay %sus limit 100000"
            .formatted(namespace, link, TimeUnit.NANOSECONDS.toMicros(delay.toNanos())));
  }

  /**
   * Limits what a namespace sends.
   *
   * @param parent the words for where, of {@code tc}
   * @throws IOException if this machine cannot
   */
  static void limit(String namespace, String link, String parent, long bitsPerSecond)
      throws IOException, InterruptedException {
    long burst = Math.max(MIN_BURST_BYTES, bitsPerSecond / Byte.SIZE / BURSTS_PER_SECOND);
    try {
      run(
          "ip netns exec %s tc qdisc add dev %s %s tbf rate %sbit burst %s latency 50ms"
              .formatted(namespace, link, parent, bitsPerSecond, burst));
    } catch (IOException e) {
      throw missing("--bandwidth", "tc and tbf in the kernel", e);
    }
  }

  /**
   * Loses some of the packets that a namespace receives from others than one.
   *
   * @throws IOException if this machine cannot
   */
  static void lose(String namespace, String link, String except, double share)
      throws IOException, InterruptedException {
    try {
      run(
          ("ip netns exec %s nft add table ip loss; add chain ip loss in"
                  + " { type filter hook input priority 0; };"
                  + " add rule ip loss in iifname %s ip saddr != %s numgen random mod %s < %s drop")
              .formatted(
                  namespace, link, except, HostLinks.PARTS, Math.round(share * HostLinks.PARTS)));
    } catch (IOException e) {
      throw missing("--loss", "nft and numgen in the kernel", e);
    }
  }

  private static IOException missing(String option, String needed, IOException why) {
    return new IOException(
        "%s needs %s, which this machine does not have (%s); leave out %s"
            .formatted(option, needed, why.getMessage(), option),
        why);
  }

  /** What it prints fits into a pipe. */
  private static void run(String line) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(line.split(" ", -1)).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException(
          "--emulated-hosts needs the program ip; install iproute2 (%s)".formatted(e.getMessage()),
          e);
    }
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("'%s' has not ended after %s s".formatted(line, LIMIT_SECONDS));
    }
    if (process.exitValue() != 0) {
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      throw new IOException("'%s' failed: %s".formatted(line, said.replace('\n', ' ')));
    }
  }
}
