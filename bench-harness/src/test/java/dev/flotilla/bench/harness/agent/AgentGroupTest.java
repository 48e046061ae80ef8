package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.DiskRoom;
import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ServerHost;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real agents with real server processes. */
@Tag("slow")
class AgentGroupTest {
  private static final Duration LONG = TestAgents.LONG;
  private static final Duration LEASE = AgentSettings.DEFAULT_LEASE;

  private final Set<Long> childrenBefore = children();
  @TempDir private Path directory;
  private TestAgents agents;
  private BenchAgent first;

  @BeforeEach
  void start() throws IOException {
    agents = new TestAgents(directory);
    first = agents.start("first");
    agents.start("second");
  }

  @AfterEach
  void close() {
    agents.close();
    assertThat(children()).isEqualTo(childrenBefore);
  }

  @Test
  void tooFewAgentsSayHowManyAndWhatToCheck() {
    String found = "found 2 of 3 agents of experiment " + agents.experiment;

    // On a busy machine, they may answer later than they are waited for.
    Await.until(
        () -> found,
        () -> {
          AgentRefusedException refusal =
              catchThrowableOfType(
                  AgentRefusedException.class,
                  () -> agents.connect(Optional.empty(), 3, Duration.ofMillis(1)));
          assertThat(refusal).hasMessageContaining("start 'flotilla bench agent' on each host");
          return String.valueOf(refusal.getMessage()).contains(found);
        });
  }

  @Test
  void contentThatIsNoRequestIsRefused() throws Exception {
    Method kill = Agent.class.getMethod("killProcess", ServerName.class);
    try (AgentCalls calls = AgentCalls.open(Optional.empty(), LONG)) {
      AgentFinder finder =
          new AgentFinder(
              DiscoverySettings.loopback(), agents.experiment, calls, UUID.randomUUID());
      AgentLink link = finder.find(1, LONG).get(0);
      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> link.call(kill, List.of("no server")))
          .withMessageContaining("agent at 127.0.0.1: not a request of killProcess");
      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> link.agent().endCluster("../logs"))
          .withMessageContaining("cluster name '../logs' must be");
    }
  }

  @Test
  void serversArePlacedOnTheAgentsInTurn() throws Exception {
    try (AgentGroup group = agents.connect(2);
        ServerHost host = open(group)) {
      List<ServerPlan> plans = TestAgents.plans(host, 4);
      Path one = TestAgents.start(host, plans.get(0)).log().getParent();
      Path two = TestAgents.start(host, plans.get(1)).log().getParent();
      Path four = TestAgents.start(host, plans.get(3)).log().getParent();

      assertThat(one).isNotEqualTo(two).isNotEqualTo(four);
      assertThat(two).isEqualTo(four);
      assertThat(plans.get(0).endpoints()).doesNotHaveDuplicates();
    }
  }

  @Test
  @Tag("full")
  void aKilledServerStartsAgainWithItsPortAndData() throws Exception {
    try (AgentGroup group = agents.connect(2);
        ServerHost host = open(group)) {
      ServerPlan plan = TestAgents.plans(host, 1).get(0);
      RemoteProcess server = TestAgents.start(host, plan);
      awaitLog(server, "server 1, start 1");
      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> TestAgents.start(host, plan))
          .withMessageContaining("runs already");

      server.kill();
      assertThat(server.awaitExit(LONG)).isTrue();

      awaitLog(TestAgents.start(host, plan), "server 1, start 2");
    }
  }

  @Test
  void theEndOfItsLogTellsWhyAServerEnded() throws Exception {
    try (AgentGroup group = agents.connect(2);
        ServerHost host = open(group)) {
      RemoteProcess server = TestAgents.start(host, TestAgents.plans(host, 3).get(2));

      assertThat(server.awaitExit(LONG)).isTrue();

      assertThat(server.diedUnexpectedly("while starting"))
          .hasMessageContaining("standin-server-3 ended while starting (\"server 3, start 1\")");
    }
  }

  @Test
  void aLeaseThatRunsOutEndsServersAndTheirData() throws Exception {
    try (AgentGroup group = agents.connect(2);
        ServerHost host = open(group)) {
      RemoteProcess server = TestAgents.start(host, TestAgents.plans(host, 1).get(0));
      ProcessHandle process = onlyChild();

      agents.nanos.addAndGet(LEASE.minusSeconds(1).toNanos());
      agents.endExpired();
      assertThat(process.isAlive()).isTrue();

      agents.nanos.addAndGet(Duration.ofSeconds(2).toNanos());
      agents.endExpired();

      assertThat(process.isAlive()).isFalse();
      assertThat(filesBelow("data")).isEmpty();
      assertThat(filesBelow("logs")).hasSize(1);
      assertThat(agents.log).anyMatch(line -> line.contains("its lease has run out"));
      assertThat(server.isAlive()).isFalse();
      assertThat(server.diedUnexpectedly("during the run"))
          .isInstanceOf(HostLostException.class)
          .hasMessageContaining("did not hear from here for longer than its --lease");
    }
  }

  @Test
  void anyRequestRenewsTheLease() throws Exception {
    try (AgentGroup group = agents.connect(2);
        ServerHost host = open(group)) {
      RemoteProcess server = TestAgents.start(host, TestAgents.plans(host, 1).get(0));
      agents.nanos.addAndGet(LEASE.minusSeconds(1).toNanos());
      assertThat(server.isAlive()).isTrue();

      agents.nanos.addAndGet(LEASE.minusSeconds(1).toNanos());
      agents.endExpired();

      assertThat(server.isAlive()).isTrue();
    }
  }

  @Test
  void theEndOfAClusterEndsItsServersAndTheirData() throws Exception {
    try (AgentGroup group = agents.find(2)) {
      ProcessHandle process;
      try (ServerHost host = open(group)) {
        TestAgents.start(host, TestAgents.plans(host, 1).get(0));
        process = onlyChild();
      }
      assertThat(process.isAlive()).isFalse();
      assertThat(filesBelow("data")).isEmpty();
    }
  }

  @Test
  void aManagerThatSaysGoodbyeLeavesLogsOnly() throws Exception {
    ProcessHandle process;
    try (AgentGroup group = agents.find(2)) {
      ServerHost host = open(group);
      awaitLog(TestAgents.start(host, TestAgents.plans(host, 1).get(0)), "start 1");
      process = onlyChild();
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(filesBelow("data")).isEmpty();
    assertThat(filesBelow("logs")).hasSize(1);
  }

  @Test
  void aLostAgentIsNamedAndNotUsedAgain() throws Exception {
    try (AgentGroup group = agents.connect(2)) {
      ServerHost host = open(group);
      List<ServerPlan> plans = TestAgents.plans(host, 2);
      RemoteProcess one = TestAgents.start(host, plans.get(0));
      RemoteProcess two = TestAgents.start(host, plans.get(1));
      assertThat(group.isEnoughFor(5)).isTrue();
      host.requireReachable();

      first.close();

      assertThat(Stream.of(one, two).filter(RemoteProcess::isAlive)).hasSize(1);
      assertThatExceptionOfType(HostLostException.class)
          .isThrownBy(host::requireReachable)
          .withMessageContaining("agent at 127.0.0.1 was lost: ");
      assertThat(group.isEnoughFor(5)).isFalse();
      assertThat(group.isEnoughFor(1)).isTrue();
      assertThat(group.count()).isEqualTo("1 of 2 agents are left");
      assertThat(TestAgents.plans(open(group), 3)).hasSize(3);
    }
  }

  @Test
  void anotherVersionIsRefusedWithBothVersions() throws Exception {
    List<SystemUnderTest> measured = List.of(new StandIn());
    Installation other = new Installation("2.0 commit def", "here", Map.of());
    try (AgentGroup group = agents.connect(2)) {
      group.requireSame(StandIn.installation(), measured);

      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> group.requireSame(other, measured))
          .withMessageContaining("Flotilla 1.0 commit abc, but this host has 2.0 commit def");
    }
  }

  @Test
  void aSystemThatAnAgentLacksIsRefused() throws Exception {
    try (AgentGroup group = agents.connect(2);
        ServerHost host = open(group)) {
      ServerPlan plan = TestAgents.plans(host, 1).get(0);
      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> host.start("x", new Unknown(), plan))
          .withMessageContaining("there is no system 'unknown' here; there are [standin]");
      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> group.requireSame(StandIn.installation(), List.of(new Unknown())))
          .withMessageContaining("has no unknown; build the same checkout there");
    }
  }

  @Test
  void aPortInUseIsRefused() throws Exception {
    try (AgentGroup group = agents.connect(1);
        ServerHost host = open(group)) {
      ServerPlan plan = TestAgents.plans(host, 1).get(0);
      int port = plan.own().port();
      try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThatExceptionOfType(AgentRefusedException.class)
            .isThrownBy(() -> TestAgents.start(host, plan))
            .withMessageContaining("port %s of 127.0.0.1 is in use", other.getLocalPort());
      }
    }
  }

  @Test
  void aNearlyFullDiskIsRefused() throws Exception {
    try (TestAgents full = agentWith(new DiskRoom(Long.MAX_VALUE, 0));
        AgentGroup group = full.connect(1);
        ServerHost host = open(group)) {
      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> TestAgents.start(host, TestAgents.plans(host, 1).get(0)))
          .withMessageContaining("MB left, but a server may need");
    }
  }

  @Test
  @Tag("full")
  void aDiskThatFillsWhileServersRunIsReported() throws Exception {
    try (TestAgents full = agentWith(new DiskRoom(0, Long.MAX_VALUE));
        AgentGroup group = full.connect(1);
        ServerHost host = open(group)) {
      host.requireRoom();
      TestAgents.start(host, TestAgents.plans(host, 1).get(0));

      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(host::requireRoom)
          .withMessageContaining("agent at 127.0.0.1: the disk of " + directory.resolve("full"))
          .withMessageContaining("MB left, but running servers need");
    }
  }

  private TestAgents agentWith(DiskRoom room) throws IOException {
    TestAgents started = new TestAgents(directory.resolve("full"));
    started.start("agent", Optional.empty(), room);
    return started;
  }

  @Test
  void aMissingJdkIsRefused() throws Exception {
    AgentSettings settings = agents.settings("third", Optional.empty(), TestAgents.ANY_ROOM);
    ChildProcesses unable = ChildProcesses.open(directory);
    unable.close();
    try (AgentDirectory taken =
        AgentDirectory.take(settings.device().directory(), TestAgents.ANY_ROOM)) {
      Agent agent = new AgentServers(settings, taken, unable).of(UUID.randomUUID());
      ServerPlan plan = new ServerPlan("bench-1", 1, List.of(agent.reservePorts(1)));

      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> agent.startProcess(StandIn.NAME, plan, new JvmOptions(List.of())))
          .withMessageMatching(".*java cannot be run: .* is not started: .*; install a JDK.*");
    }
  }

  @Test
  void anOptionThatIsNotAllowedIsNotSent() throws Exception {
    try (AgentGroup group = agents.connect(1);
        ServerHost host = open(group)) {
      ServerPlan plan = TestAgents.plans(host, 1).get(0);
      SystemUnderTest loads = new StandIn().withJvmOptions(List.of("-javaagent:evil.jar"));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> host.start("x", loads, plan))
          .withMessageContaining("'-javaagent:evil.jar' is not allowed");
    }
  }

  @Test
  @Tag("full")
  void whatAKilledAgentLeftIsDeletedAtTheNextStart() throws Exception {
    Path left = directory.resolve("third/data/manager/cluster/server-1");
    Files.createDirectories(left);
    Files.writeString(left.resolve("log"), "old");

    agents.start("third");

    assertThat(left).doesNotExist();
  }

  private ServerHost open(AgentGroup group) {
    ChildProcesses none = ChildProcesses.open(directory);
    none.close();
    return group.open(none, directory);
  }

  private static void awaitLog(RemoteProcess server, String text) throws IOException {
    while (!Files.readString(server.log()).contains(text)) {
      assertThat(server.isAlive()).isTrue();
    }
  }

  private List<Path> filesBelow(String part) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> Files.isRegularFile(file) && file.toString().contains("/" + part + "/"))
          .toList();
    }
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

  /** A system that no agent has. */
  private static final class Unknown implements SystemUnderTest {
    private final StandIn standIn = new StandIn();

    @Override
    public String name() {
      return "unknown";
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public String durability() {
      return standIn.durability();
    }

    @Override
    public String configuration() {
      return standIn.configuration();
    }

    @Override
    public JavaProgram server(ServerPlan plan, Path data) throws IOException {
      return standIn.server(plan, data);
    }

    @Override
    public Cluster start(ClusterPlan plan) {
      return standIn.start(plan);
    }

    @Override
    public JavaProgram client() {
      return standIn.client();
    }
  }
}
