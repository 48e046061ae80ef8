package dev.flotilla.bench.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.Role;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.client.RemoteClients;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real Ratis processes, as few as will do. */
@Tag("slow")
class RatisSystemTest {
  private static final int CLIENTS = 2;
  private static final int ITERATIONS = 5;

  @TempDir Path directory;

  @Test
  @Tag("full")
  void everyAcknowledgedCommandIsExecutedOnce() throws Exception {
    SystemUnderTest ratis = ServiceLoader.load(SystemUnderTest.class).findFirst().orElseThrow();
    try (ChildProcesses children = ChildProcesses.open(directory)) {
      Cluster cluster = ratis.start(new ClusterPlan(3, directory.resolve("data"), children));
      ChildProcess process =
          children.startToTalk("client", ratis.client().withArgument(cluster.connection()));
      RemoteClients clients = RemoteClients.talkTo(process);
      clients.connect(CLIENTS);

      LoadResult result = clients.iterate(ITERATIONS, 1);

      assertThat(result.errors()).isEmpty();
      assertThat(result.ops()).isEqualTo(CLIENTS * ITERATIONS);
      try (RatisClient counter = (RatisClient) RatisClient.connect(cluster.connection())) {
        assertThat(counter.executed()).isEqualTo(CLIENTS * ITERATIONS);
      }
      assertThat(cluster.servers().all()).hasSize(3).allMatch(HostedProcess::isAlive);
    }
  }

  @Test
  @Tag("full")
  void anotherServerLeadsWhenTheLeaderIsKilled() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(directory)) {
      Cluster cluster =
          new RatisSystem().start(new ClusterPlan(3, directory.resolve("data"), children));
      int first = cluster.serverWith(Role.LEADER);

      cluster.servers().kill(first);

      assertThat(cluster.serverWith(Role.LEADER)).isNotEqualTo(first);
      cluster.servers().restart(first);
      cluster.servers().requireRunning("after a restart");
    }
  }

  @Test
  void versionComesFromTheBuild() {
    assertThat(new RatisSystem().version()).matches("3\\.[0-9]+\\.[0-9]+");
  }

  @Test
  void otherJvmOptionsReplaceTheOwn() {
    assertThat(new RatisSystem().withJvmOptions(List.of("-Xmx1g")).configuration())
        .contains("server JVM -Xmx1g -D")
        .doesNotContain("-Xmx2g");
  }

  @Test
  void ensembleIsReadAsItWasWritten() {
    Ensemble two =
        new Ensemble(
            List.of(
                new Endpoint("10.0.0.1", List.of(20_001, 20_002)),
                new Endpoint("fd00::2", List.of(20_003, 20_004))));

    assertThat(Ensemble.parse(two.text())).isEqualTo(two);
  }
}
