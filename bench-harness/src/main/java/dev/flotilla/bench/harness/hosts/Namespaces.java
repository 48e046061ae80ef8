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
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(ALL)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(ALL, prefix + "*")) {
        found.forEach(each -> names.add(String.valueOf(each.getFileName())));
      }
    }
    return names;
  }

  /** The link of this process, if it is there: the kernel removes those of namespaces later. */
  static void removeLink(String name) throws IOException, InterruptedException {
    if (Files.exists(LINKS.resolve(name))) {
      ip("link", "del", name);
    }
  }

  static void remove(String name) throws IOException, InterruptedException {
    ip("netns", "del", name);
  }

  /**
   * A namespace whose links form one switch.
   *
   * @throws IOException if {@code ip} is missing or the kernel refuses
   */
  static void makeSwitch(String name, String bridge) throws IOException, InterruptedException {
    ip("netns", "add", name);
    ip("-n", name, "link", "add", bridge, "type", "bridge", "mcast_snooping", "0");
    ip("-n", name, "link", "set", bridge, "up");
  }

  /** A namespace for a host. */
  static void make(String name) throws IOException, InterruptedException {
    ip("netns", "add", name);
    ip("-n", name, "link", "set", "lo", "up");
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
    String bytes = Integer.toString(mtu);
    List<String> peer = List.of("peer", "name", link, "mtu", bytes, "netns", netns);
    ip(List.of("-n", lan, "link", "add", port, "mtu", bytes, "type", "veth"), peer);
    ip("-n", lan, "link", "set", port, "master", bridge, "up");
  }

  /**
   * Gives a link its address and turns it on.
   *
   * @param host the words that make {@code ip} work there, none for the one of this process
   */
  static void raise(List<String> host, String link, String address)
      throws IOException, InterruptedException {
    ip(host, List.of("addr", "add", address, "dev", link));
    ip(host, List.of("link", "set", link, "up"));
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
    List<String> host = List.of("-n", namespace);
    String there = relay.getAddress().getHostAddress();
    String port = Integer.toString(relay.getPort());
    ip(host, List.of("link", "set", over, "up"));
    ip(
        List.of("-n", namespace, "link", "add", link, "address", mac, "mtu", "1500"),
        List.of("type", "vxlan", "id", "1", "nolearning", "local", own, "remote", there),
        List.of("dev", over, "dstport", port));
    raise(host, link, own + "/24");
    ip(host, List.of("route", "add", there + "/32", "dev", over, "src", own));
  }

  /** Lets a link send single packets only, not many as one: each can be lost or delayed. */
  static void singly(String namespace, String link) throws IOException, InterruptedException {
    ip("-n", namespace, "link", "set", link, "gso_max_segs", "1");
  }

  /** Whether the kernel can delay packets. */
  static boolean hasNetem(String namespace, String link) throws InterruptedException {
    try {
      inside(namespace, List.of("tc", "qdisc", "add", "dev", link, "root", "netem"));
      inside(namespace, List.of("tc", "qdisc", "del", "dev", link, "root"));
      return true;
    } catch (IOException none) {
      return false;
    }
  }

  /** Delays what a namespace sends, before {@link #limit}. */
  static void delay(String namespace, String link, Duration delay)
      throws IOException, InterruptedException {
    String time = TimeUnit.NANOSECONDS.toMicros(delay.toNanos()) + "us";
    inside(
        namespace,
        List.of("tc", "qdisc", "add", "dev", link, "root", "handle", "1:"),
        List.of("netem", "delay", time, "limit", "100000"));
  }

  /**
   * Limits what a namespace sends.
   *
   * @param parent the words for where, of {@code tc}
   * @throws IOException if this machine cannot
   */
  static void limit(String namespace, String link, List<String> parent, long bitsPerSecond)
      throws IOException, InterruptedException {
    long burst = Math.max(MIN_BURST_BYTES, bitsPerSecond / Byte.SIZE / BURSTS_PER_SECOND);
    try {
      inside(
          namespace,
          List.of("tc", "qdisc", "add", "dev", link),
          parent,
          List.of("tbf", "rate", bitsPerSecond + "bit", "burst", Long.toString(burst)),
          List.of("latency", "50ms"));
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
    String rules =
        "add table ip loss; add chain ip loss in { type filter hook input priority 0; };"
            + " add rule ip loss in iifname %s ip saddr != %s numgen random mod %s < %s drop"
                .formatted(link, except, HostLinks.PARTS, Math.round(share * HostLinks.PARTS));
    try {
      inside(namespace, List.of("nft", rules));
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

  @SafeVarargs
  private static void inside(String namespace, List<String>... words)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    for (List<String> part : words) {
      line.addAll(part);
    }
    run(line);
  }

  private static void ip(String... words) throws IOException, InterruptedException {
    ip(List.of(words));
  }

  @SafeVarargs
  private static void ip(List<String>... words) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("ip"));
    for (List<String> part : words) {
      line.addAll(part);
    }
    run(line);
  }

  /** What it prints fits into a pipe. */
  private static void run(List<String> line) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(line).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException(
          "--emulated-hosts needs the program ip; install iproute2 (%s)".formatted(e.getMessage()),
          e);
    }
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(
          "'%s' has not ended after %s s".formatted(String.join(" ", line), LIMIT_SECONDS));
    }
    if (process.exitValue() != 0) {
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      throw new IOException(
          "'%s' failed: %s".formatted(String.join(" ", line), said.replace('\n', ' ')));
    }
  }
}
