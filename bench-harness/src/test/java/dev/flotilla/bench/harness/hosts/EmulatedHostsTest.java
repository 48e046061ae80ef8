package dev.flotilla.bench.harness.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.LinkFault;
import dev.flotilla.bench.LocalHost;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import dev.flotilla.bench.harness.flotilla.StoreSystem;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real namespaces and control groups, which need root. */
@Tag("slow")
class EmulatedHostsTest {
  private static final HostPlan TWO = new HostPlan(2, 0.25);
  private static final String PROGRAM = "hosts";
  private static final int SLOW_MILLIS = 20;

  @TempDir Path logs;

  @BeforeEach
  void needsRoot() {
    TestHosts.require();
  }

  @Test
  void hostsReachEachOtherWithinTheirQuotaAndLeaveNothing() throws Exception {
    long own = ProcessHandle.current().pid();
    try (EmulatedHosts hosts = EmulatedHosts.open(TWO);
        ChildProcesses children = ChildProcesses.open(logs)) {
      String[] answer = answer(hosts, children);

      assertThat(answer).startsWith("1", hosts.clients(1, 1).address().getHostAddress());
      assertThat(group(own, 1)).exists();
      assertThat(CpuGroups.members(group(own, 1))).hasSize(1);
    }

    assertThatNothingIsLeftOf(own);
  }

  /** Processors that a client on host 2 sees, its address at host 1, and ms to connect. */
  private static String[] answer(EmulatedHosts hosts, ChildProcesses children) throws Exception {
    LocalHost server = hosts.host(1);
    String address = server.address().getHostAddress();
    String port = Integer.toString(server.freePorts(1).get(0));
    ChildProcess serving =
        children.start("server", server, program(Answering.class, address, port));
    Await.until(() -> "the server listens", () -> says(serving, "listening"));
    ChildProcess asking =
        children.startToTalk("client", hosts.host(2), program(Asking.class, address, port));
    return new String(asking.output().readAllBytes(), StandardCharsets.UTF_8).split(" ", -1);
  }

  @Tag("full")
  @Test
  void aStoreWithAFaultPortRunsOnAnEmulatedHost() throws Exception {
    SystemUnderTest store = StoreSystem.keyValue(Timing.DEFAULT).of(new FlotillaSystem());
    try (EmulatedHosts hosts = EmulatedHosts.open(TWO);
        ChildProcesses children = ChildProcesses.open(logs);
        Cluster cluster =
            store.start(new ClusterPlan(1, hosts.open(children, logs.resolve("data"))))) {
      assertThat(cluster.leader()).hasValue(1);
      assertThat(cluster.servers().endpoints().get(0).host()).startsWith("198.18.");

      cluster.links().set(1, 1, new LinkFault(0.5, 0)); // answered by the port of that host
    }
  }

  @Test
  void anInterruptRemovesTheHostsAndTheirProcesses() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      ChildProcess holder = holder(children);
      assertThat(Namespaces.names(EmulatedHosts.PREFIX + holder.pid() + "-")).hasSize(3);

      // As Ctrl-C does; SIGINT itself is ignored by what a script starts in the background.
      signal(holder, "-TERM");

      Await.until(() -> "the holder ends", () -> !holder.isAlive());
      assertThatNothingIsLeftOf(holder.pid());
    }
  }

  @Test
  void whatAKilledProcessLeftIsRemovedByTheNextOne() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      ChildProcess holder = holder(children);
      holder.kill();
      Await.until(() -> "the holder ends", () -> !holder.isAlive());
      assertThat(Namespaces.names(EmulatedHosts.PREFIX + holder.pid() + "-")).hasSize(3);

      EmulatedHosts.open(TWO).close();

      assertThatNothingIsLeftOf(holder.pid());
    }
  }

  @Test
  void whatSeveralRemoveAtOnceIsRemoved() throws Exception {
    String name = "test-" + ProcessHandle.current().pid();
    Namespaces.makeSwitch(name, "br0");
    List<CompletableFuture<Void>> removals = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      removals.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  Namespaces.remove(name);
                } catch (IOException | InterruptedException e) {
                  throw new CompletionException(e);
                }
              }));
    }
    removals.forEach(Await::result);

    assertThat(Namespaces.names(name)).isEmpty();
  }

  @Test
  void aDelayHoldsPacketsBothWaysAndLeavesNothing() throws Exception {
    HostLinks slow = new HostLinks(Duration.ofMillis(SLOW_MILLIS), 0, 0);
    try (EmulatedHosts hosts = EmulatedHosts.open(new HostPlan(2, 0.25, slow));
        ChildProcesses children = ChildProcesses.open(logs)) {
      assertThat(hosts.words()).contains("delayed by 20.0 ms by ");

      double connectMillis = Double.parseDouble(answer(hosts, children)[2]);

      assertThat(connectMillis).isGreaterThanOrEqualTo(2 * SLOW_MILLIS);
      hosts.relay().ifPresent(words -> assertThat(words).contains("of processor time"));
    }
    assertThatNothingIsLeftOf(ProcessHandle.current().pid());
  }

  @Test
  void lossAndBandwidthAreSetOrRefusedWithTheirOption() throws Exception {
    HostLinks poor = new HostLinks(Duration.ZERO, 8_000_000, 0.01);
    try (EmulatedHosts hosts = EmulatedHosts.open(new HostPlan(2, 0.25, poor));
        ChildProcesses children = ChildProcesses.open(logs)) {
      assertThat(answer(hosts, children)).hasSize(3);
      assertThat(inside("tc", "qdisc", "show")).contains("tbf", "rate 8Mbit");
      assertThat(inside("nft", "list", "ruleset")).contains("numgen random mod 10000 < 100 drop");
    } catch (IOException refused) {
      assertThat(refused).hasMessageContaining("which this machine does not have");
    }
    assertThatNothingIsLeftOf(ProcessHandle.current().pid());
  }

  private static String inside(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of("ip", "netns", "exec"));
    line.add(EmulatedHosts.PREFIX + ProcessHandle.current().pid() + "-1");
    line.addAll(List.of(words));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** A process that has made hosts and runs a program on one. */
  private ChildProcess holder(ChildProcesses children) throws Exception {
    ChildProcess holder =
        children.startToTalk(
            "holder",
            program(Holding.class, Files.createDirectory(logs.resolve(PROGRAM)).toString()));
    InputStream output = holder.output();
    assertThat(output.read()).isEqualTo('r');
    return holder;
  }

  private static void signal(ChildProcess process, String signal) throws Exception {
    assertThat(run("kill", signal, Long.toString(process.pid()))).isZero();
  }

  private static int run(String... line) throws Exception {
    return new ProcessBuilder(line).redirectErrorStream(true).start().waitFor();
  }

  private static boolean says(ChildProcess process, String words) throws IOException {
    return Files.readString(process.log()).contains(words);
  }

  private static Path group(long pid, int number) throws IOException {
    return CpuGroups.find(CpuGroups.MOUNTS)
        .root()
        .resolve(EmulatedHosts.PREFIX + pid + "-" + number);
  }

  private static void assertThatNothingIsLeftOf(long pid) throws IOException {
    String prefix = EmulatedHosts.PREFIX + pid;
    assertThat(Namespaces.names(prefix + "-")).isEmpty();
    assertThat(CpuGroups.find(CpuGroups.MOUNTS).names(prefix + "-")).isEmpty();
    assertThat(Path.of("/sys/class/net", prefix)).doesNotExist();
  }

  private static JavaProgram program(Class<?> main, String... arguments) {
    return new JavaProgram(
        System.getProperty("java.class.path"),
        main.getName(),
        List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
        List.of(arguments));
  }

  /** Takes one connection. */
  static final class Answering {
    private Answering() {}

    public static void main(String[] arguments) throws IOException {
      InetAddress address = InetAddress.getByName(arguments[0]);
      try (ServerSocket server = new ServerSocket(Integer.parseInt(arguments[1]), 1, address)) {
        System.out.println("listening");
        try (Socket socket = server.accept()) {
          String from = socket.getInetAddress().getHostAddress();
          socket.getOutputStream().write(from.getBytes(StandardCharsets.UTF_8));
        }
        while (System.in.read() >= 0) {
          // Until the test ends.
        }
      }
    }
  }

  /** Prints how many processors it sees, what the server answers, and the ms to connect. */
  static final class Asking {
    private Asking() {}

    public static void main(String[] arguments) throws IOException {
      long start = System.nanoTime();
      try (Socket socket = new Socket(arguments[0], Integer.parseInt(arguments[1]))) {
        double millis = (System.nanoTime() - start) / 1e6;
        String from = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        System.out.print(Runtime.getRuntime().availableProcessors() + " " + from + " " + millis);
      }
    }
  }

  /** Makes hosts, runs a program on the first, says so and waits. */
  static final class Holding {
    private Holding() {}

    public static void main(String[] arguments) throws Exception {
      try (EmulatedHosts hosts = EmulatedHosts.open(TWO);
          ChildProcesses children = ChildProcesses.open(Path.of(arguments[0]))) {
        LocalHost host = hosts.clients(2, 0);
        children.start(PROGRAM, host, program(Waiting.class));
        System.out.print("ready");
        System.out.flush();
        while (System.in.read() >= 0) {
          // Until a signal.
        }
      }
    }
  }

  /** Ends with its input. */
  static final class Waiting {
    private Waiting() {}

    public static void main(String[] arguments) throws IOException {
      while (System.in.read() >= 0) {
        // Its end is what counts.
      }
    }
  }
}
