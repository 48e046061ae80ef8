package dev.flotilla.bench.harness.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes and removes network namespaces by {@code ip}. Stateless. */
final class Namespaces {
  private static final Path ALL = Path.of("/run/netns");
  private static final Path LINKS = Path.of("/sys/class/net");
  private static final long LIMIT_SECONDS = 30;

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
   * @param host the words that make {@code ip} work there, none for the one of this process
   * @param netns where the new link goes, as {@code ip} takes it
   */
  static void connect(
      List<String> host, String netns, String link, String address, String lan, String port)
      throws IOException, InterruptedException {
    ip("-n", lan, "link", "add", port, "type", "veth", "peer", "name", link, "netns", netns);
    ip("-n", lan, "link", "set", port, "master", link, "up");
    ip(host, "addr", "add", address, "dev", link);
    ip(host, "link", "set", link, "up");
  }

  /**
   * Delays what a namespace sends.
   *
   * @throws IOException if the kernel has no netem
   */
  static void delay(String namespace, String link, Duration delay)
      throws IOException, InterruptedException {
    try {
      run(
          List.of(
              "ip",
              "netns",
              "exec",
              namespace,
              "tc",
              "qdisc",
              "add",
              "dev",
              link,
              "root",
              "netem",
              "delay",
              TimeUnit.NANOSECONDS.toMicros(delay.toNanos()) + "us"));
    } catch (IOException e) {
      throw new IOException(
          "--delay %sms needs netem, which this kernel does not have (%s); leave out --delay, or load"
                  .formatted(HostPlan.millis(delay), e.getMessage())
              + " the module sch_netem",
          e);
    }
  }

  private static void ip(List<String> first, String... words)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(first);
    all.addAll(Arrays.asList(words));
    ip(all.toArray(String[]::new));
  }

  private static void ip(String... words) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("ip"));
    line.addAll(Arrays.asList(words));
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
