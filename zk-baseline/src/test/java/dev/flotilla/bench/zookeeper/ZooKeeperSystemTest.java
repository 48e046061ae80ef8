package dev.flotilla.bench.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.Role;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.client.RemoteClients;
import dev.flotilla.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.UUID;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real ZooKeeper processes, as few as will do. */
@Tag("slow")
class ZooKeeperSystemTest {
  private static final int CLIENTS = 2;
  private static final int ITERATIONS = 5;

  @TempDir Path directory;

  @Test
  void twoClientsInsertIntoOneServerAndLoseTheirServerWithAnError() throws Exception {
    SystemUnderTest zooKeeper = ServiceLoader.load(SystemUnderTest.class).findFirst().orElseThrow();
    try (ChildProcesses children = ChildProcesses.open(directory)) {
      Cluster cluster = zooKeeper.start(new ClusterPlan(1, directory.resolve("data"), children));
      ChildProcess clientProcess =
          children.startToTalk("client", zooKeeper.client().withArgument(cluster.connection()));
      RemoteClients clients = RemoteClients.talkTo(clientProcess);

      LoadResult result = iterateWithoutErrors(clients, CLIENTS, 1);

      assertThat(result.ops()).isEqualTo(CLIENTS * ITERATIONS);
      assertThat(result.latencies().getTotalCount()).isEqualTo(CLIENTS * (ITERATIONS - 2));
      assertThat(clientProcess.cpuTime()).isPositive();
      assertThatEveryCommandIsAPersistentZnodeOf100Bytes(cluster.connection());

      clients.sizes(10, 1_000);
      Await.until(() -> "values that are read back", () -> areReadBack(clients));

      cluster.servers().kill(1);
      LoadResult withoutServer = clients.iterate(1, 0);
      assertThat(withoutServer.ops()).isZero();
      assertThat(withoutServer.errors()).containsOnlyKeys("unknown-CONNECTIONLOSS");
    }
  }

  /** Writes them twice, since the second time they are overwritten. */
  private static boolean areReadBack(RemoteClients clients) throws Exception {
    return iterateWithoutErrors(clients, CLIENTS, 0).ops() == CLIENTS * ITERATIONS
        && clients.iterate(ITERATIONS, 0).errors().isEmpty()
        && clients.read(ITERATIONS, 0, (acknowledged, since) -> {}).load().ops()
            == CLIENTS * ITERATIONS;
  }

  @Test
  void releaseOfThePaperForcesAndAnswersACommand() throws Exception {
    SystemUnderTest paper = new PaperZooKeeperSystem();
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = paper.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      ChildProcess process =
          children.startToTalk("client", paper.client().withArgument(cluster.connection()));
      RemoteClients clients = RemoteClients.talkTo(process);

      LoadResult result = iterateWithoutErrors(clients, 1, 0);

      assertThat(result.ops()).isEqualTo(ITERATIONS);
      String version = "Zookeeper version: " + paper.version() + "-";
      Endpoint first = cluster.servers().endpoints().get(0);
      Await.until(() -> version, () -> ServerMode.answerOf(first).contains(version));
    }
  }

  /**
   * Once more if the servers have lost their leader or the clients: for that, some are too slow.
   */
  private static LoadResult iterateWithoutErrors(RemoteClients clients, int count, int trim) {
    return Await.present(
        () -> "commands without errors",
        () -> {
          try {
            clients.connect(0);
            clients.connect(count);
            return Optional.of(clients.iterate(ITERATIONS, trim))
                .filter(result -> result.errors().isEmpty());
          } catch (SystemFailedException e) {
            assertThat(clients.process().isAlive()).isTrue();
            return Optional.empty();
          }
        });
  }

  @Test
  @Tag("full")
  void aKilledLeaderIsSucceededAndComesBack() throws Exception {
    ZooKeeperSystem zooKeeper = new ZooKeeperSystem();
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster =
            zooKeeper.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      int first = cluster.serverWith(Role.LEADER);
      assertThat(cluster.serverWith(Role.FOLLOWER)).isNotEqualTo(first);

      cluster.servers().kill(first);
      int second = cluster.serverWith(Role.LEADER);
      assertThat(second).isNotEqualTo(first);

      cluster.servers().restart(first);
      cluster.servers().kill(second);

      assertThat(cluster.serverWith(Role.LEADER)).isNotEqualTo(second); // with the restarted one
    }
  }

  @Test
  void theModeOfAServerIsReadFromItsAnswer() {
    assertThat(ServerMode.parse("Zookeeper version: 3\nMode: leader\nNode count: 5"))
        .contains(ServerMode.LEADER);
    assertThat(ServerMode.parse("Mode: standalone").orElseThrow().leads()).isTrue();
    assertThat(ServerMode.parse("Mode: follower").orElseThrow().leads()).isFalse();
    assertThat(ServerMode.parse("This ZooKeeper instance is not currently serving requests"))
        .isEmpty();
  }

  private static void assertThatEveryCommandIsAPersistentZnodeOf100Bytes(String connection)
      throws Exception {
    ZooKeeper zooKeeper = new ZooKeeper(connection, (int) Await.limitMillis(), event -> {});
    try {
      List<String> names = zooKeeper.getChildren("/commands", false);
      assertThat(names).hasSizeGreaterThanOrEqualTo(CLIENTS * ITERATIONS);
      for (String name : names) {
        Stat stat = new Stat();
        assertThat(zooKeeper.getData("/commands/" + name, false, stat)).hasSize(100);
        assertThat(stat.getEphemeralOwner()).isZero();
        assertThat(UUID.fromString(name)).hasToString(name);
      }
    } finally {
      zooKeeper.close();
    }
  }

  @Test
  void configurationHoldsThePapersValuesAndLeavesForcingTheLogOn() throws Exception {
    ServerConfiguration second = new ServerConfiguration(plan(2, 3), directory);

    assertThat(Files.readAllLines(second.write()))
        .contains("tickTime=2000", "initLimit=5", "syncLimit=2", "admin.enableServer=false")
        .contains("clientPortAddress=10.0.0.2", "server.3=10.0.0.3:20031:20032")
        .noneMatch(line -> line.contains("forceSync"))
        .filteredOn(line -> line.startsWith("server."))
        .hasSize(3);
    assertThat(second.directory().resolve("myid")).hasContent("2");
  }

  @Test
  void versionComesFromTheBuild() {
    assertThat(new ZooKeeperSystem().version()).matches("3\\.[0-9]+\\.[0-9]+");
    assertThat(new PaperZooKeeperSystem().version()).isEqualTo("3.4.5");
  }

  @Test
  void deadServerFailsTheWaitAtOnceAndSaysWhereItsLogIs() throws Exception {
    SystemUnderTest broken = new ZooKeeperSystem().withJvmOptions(List.of("-XX:NoSuchOption"));
    try (ChildProcesses children = ChildProcesses.open(directory)) {
      assertThatThrownBy(() -> broken.start(new ClusterPlan(1, directory, children)))
          .isInstanceOf(SystemFailedException.class)
          .hasMessageContaining("zookeeper-server-1 exited with code 1 while starting")
          .hasMessageContaining("zookeeper-server-1.log");
    }
  }

  private static ServerPlan plan(int number, int servers) {
    List<Endpoint> endpoints = new ArrayList<>();
    for (int i = 1; i <= servers; i++) {
      int first = 20_000 + 10 * i;
      endpoints.add(new Endpoint("10.0.0." + i, List.of(first, first + 1, first + 2)));
    }
    return new ServerPlan("bench", number, endpoints);
  }
}
