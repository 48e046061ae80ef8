package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RemoteHostTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final SharedSecret SECRET = SharedSecret.of("0123456789abcdef");
  private static final JavaProgram PROGRAM =
      new JavaProgram("ignored", "Ignored", List.of("-Xmx32m", "-XX:+UseSerialGC"), List.of());

  private final String experiment = "test-" + UUID.randomUUID();
  private final AtomicLong nanos = new AtomicLong();
  private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
  private final Set<Long> childrenBefore = children();

  @TempDir private Path directory;
  private BenchAgent first;
  private BenchAgent second;

  @BeforeEach
  void start() throws IOException {
    first = agent("first");
    second = agent("second");
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  @Test
  void agentsAreFoundByTheNameOfTheExperiment() throws Exception {
    try (RemoteHost host = find(SECRET)) {
      assertThat(host.agents()).isEqualTo(2);
    }
    assertThatIOException()
        .isThrownBy(
            () ->
                RemoteHost.find(
                    DiscoverySettings.loopback(), "other", SECRET, 1, 3, Duration.ofMillis(1)))
        .withMessageContaining("found 0 of 1 agents of experiment other");
  }

  @Test
  void serversRunOnBothAgentsUntilTheyAreKilled() throws Exception {
    try (RemoteHost host = find(SECRET)) {
      RemoteProcess one = host.start("standin-server-1", PROGRAM);
      RemoteProcess two = host.start("standin-server-2", PROGRAM);
      assertThat(one.isAlive()).isTrue();
      assertThat(one.cpuTime()).isGreaterThanOrEqualTo(Duration.ZERO);
      assertThat(one.log().getParent()).isNotEqualTo(two.log().getParent());

      one.kill();

      assertThat(one.awaitExit(LONG)).isTrue();
      assertThat(two.isAlive()).isTrue();
    }
  }

  @Test
  void aKilledServerStartsAgainAndARunningOneDoesNot() throws Exception {
    try (RemoteHost host = find(SECRET)) {
      RemoteProcess process = host.start("standin-server-1", PROGRAM);
      assertThatIOException()
          .isThrownBy(() -> host.start("standin-server-1", PROGRAM))
          .withMessageContaining("runs already");

      process.kill();
      assertThat(process.awaitExit(LONG)).isTrue();

      assertThat(host.start("standin-server-1", PROGRAM).isAlive()).isTrue();
    }
  }

  @Test
  void theEndOfItsLogTellsWhyAServerEnded() throws Exception {
    try (RemoteHost host = find(SECRET)) {
      RemoteProcess process = host.start("standin-server-3", PROGRAM);

      assertThat(process.awaitExit(LONG)).isTrue();

      assertThat(process.logTail()).contains("server 3 of 3");
      assertThat(process.diedUnexpectedly("while starting"))
          .hasMessageContaining("standin-server-3 ended while starting (\"server 3 of 3\")");
    }
  }

  @Test
  void aLeaseThatRunsOutEndsTheProcessesOfItsManager() throws Exception {
    try (RemoteHost host = connect(SECRET)) {
      host.start("standin-server-1", PROGRAM);
      ProcessHandle process = onlyChild();

      nanos.addAndGet(Duration.ofSeconds(14).toNanos());
      endExpired();
      assertThat(process.isAlive()).isTrue();
      assertThat(log).noneMatch(line -> line.contains("lease"));

      nanos.addAndGet(Duration.ofSeconds(2).toNanos());
      endExpired();
      process.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
      assertThat(log).anyMatch(line -> line.contains("killed 1 processes: the lease"));
    }
  }

  @Test
  void anyRequestRenewsTheLease() throws Exception {
    try (RemoteHost host = connect(SECRET)) {
      RemoteProcess process = host.start("standin-server-1", PROGRAM);
      nanos.addAndGet(Duration.ofSeconds(14).toNanos());
      assertThat(process.isAlive()).isTrue();

      nanos.addAndGet(Duration.ofSeconds(14).toNanos());
      endExpired();

      assertThat(onlyChild().isAlive()).isTrue();
      assertThat(log).noneMatch(line -> line.contains("lease"));
    }
  }

  @Test
  void anAgentThatEndsEndsItsProcesses() throws Exception {
    try (RemoteHost host = connect(SECRET)) {
      RemoteProcess remote = host.start("standin-server-1", PROGRAM);
      ProcessHandle process = onlyChild();

      first.close();
      second.close();

      assertThat(process.isAlive()).isFalse();
      assertThat(remote.isAlive()).isFalse();
      assertThat(remote.diedUnexpectedly("during the run"))
          .hasMessageContaining("was lost during the run: agent at 127.0.0.1");
    }
  }

  @Test
  void aManagerThatClosesKillsItsProcesses() throws Exception {
    ProcessHandle process;
    try (RemoteHost host = find(SECRET)) {
      host.start("standin-server-1", PROGRAM);
      process = onlyChild();
    }
    process.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void aWrongSecretIsRefusedWithAFaultAndLogged() throws Exception {
    String wrong = "fedcba9876543210";
    try (RemoteHost host = connect(SharedSecret.of(wrong))) {
      assertThatIOException()
          .isThrownBy(() -> host.start("standin-server-1", PROGRAM))
          .withMessageContaining("fault: the secret is not that of this agent");
    }
    assertThat(log).anyMatch(line -> line.matches("refused a request from .*: wrong secret"));
    assertThat(log).noneMatch(line -> line.contains(wrong) || line.contains(SECRET.text()));
    assertThat(children()).isEqualTo(childrenBefore);
  }

  @Test
  void anUnknownSystemAndAnUnknownRoleAreRefused() throws Exception {
    try (RemoteHost host = connect(SECRET)) {
      assertThatIOException()
          .isThrownBy(() -> host.start("zookeeper-server-1", PROGRAM))
          .withMessageContaining("cannot start a server of system 'zookeeper'");
      assertThatIOException()
          .isThrownBy(() -> host.start("standin-client-1", PROGRAM))
          .withMessageContaining("it starts servers of: standin");
    }
    assertThat(children()).isEqualTo(childrenBefore);
  }

  @Test
  void aManagerSeesNoProcessOfAnother() throws Exception {
    try (RemoteHost one = connect(SECRET);
        RemoteHost other = connect(SECRET)) {
      RemoteProcess mine = one.start("standin-server-1", PROGRAM);
      RemoteProcess theirs = other.start("standin-server-1", PROGRAM);

      mine.kill();

      assertThat(mine.awaitExit(LONG)).isTrue();
      assertThat(theirs.isAlive()).isTrue();
    }
  }

  @Test
  void aNameThatIsNoProcessNameIsRefused() throws Exception {
    try (RemoteHost host = connect(SECRET)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> host.start("../server-1", PROGRAM))
          .withMessageContaining("is not SYSTEM-ROLE-NUMBER");
    }
  }

  private BenchAgent agent(String name) throws IOException {
    return BenchAgent.start(
        new AgentSettings(
            experiment,
            SECRET,
            Files.createDirectory(directory.resolve(name)),
            InetAddress.getLoopbackAddress(),
            DiscoverySettings.loopback(),
            List.of(new StandInServer()),
            AgentSettings.DEFAULT_LEASE,
            nanos::get,
            log::add));
  }

  private void endExpired() throws Exception {
    first.endExpired();
    second.endExpired();
  }

  private RemoteHost find(SharedSecret secret) throws Exception {
    return RemoteHost.find(DiscoverySettings.loopback(), experiment, secret, 2, 3, LONG);
  }

  private RemoteHost connect(SharedSecret secret) throws Exception {
    return RemoteHost.connect(DiscoverySettings.loopback(), experiment, secret, 2, 3, LONG);
  }

  private ProcessHandle onlyChild() {
    Set<Long> started = new HashSet<>(children());
    started.removeAll(childrenBefore);
    assertThat(started).hasSize(1);
    return ProcessHandle.of(started.iterator().next()).orElseThrow();
  }

  private static Set<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
  }
}
