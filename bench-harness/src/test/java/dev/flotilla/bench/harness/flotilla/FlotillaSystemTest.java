package dev.flotilla.bench.harness.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.Role;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.client.RemoteClients;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real servers and a real client process. */
@Tag("full")
class FlotillaSystemTest {
  @TempDir Path directory;

  @Test
  void aKilledLeaderIsSucceededAndComesBackAsAFollower() throws Exception {
    FlotillaSystem flotilla = new FlotillaSystem(System.getProperty("java.class.path"));
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = flotilla.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      RemoteClients clients =
          RemoteClients.talkTo(
              children.startToTalk(
                  "clients",
                  flotilla.client(Reconnection.ZOOKEEPER).withArgument(cluster.connection())));
      clients.connect(2);
      int first = cluster.serverWith(Role.LEADER);
      assertThat(cluster.serverWith(Role.FOLLOWER)).isNotEqualTo(first);

      cluster.servers().kill(first);
      LoadResult result = clients.iterate(10, 0);

      assertThat(result.ops() + result.errorCount()).isEqualTo(20);
      int second = cluster.serverWith(Role.LEADER);
      assertThat(second).isNotEqualTo(first);

      cluster.servers().restart(first);
      cluster.servers().kill(cluster.serverWith(Role.LEADER));

      assertThat(cluster.serverWith(Role.LEADER)).isNotEqualTo(second); // with the restarted one
      cluster.servers().requireRunning("after the restart");
    }
  }
}
