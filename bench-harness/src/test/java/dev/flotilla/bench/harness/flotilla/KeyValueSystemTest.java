package dev.flotilla.bench.harness.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.client.RemoteClients;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers as the command line starts them, and a real client process. */
@Tag("full")
class KeyValueSystemTest {
  @TempDir private Path directory;

  @Test
  void valuesAreWrittenAndReadBack() throws Exception {
    SystemUnderTest store =
        FlotillaVariants.keyValue(new FlotillaSystem(System.getProperty("java.class.path")));
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = store.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      RemoteClients clients =
          RemoteClients.talkTo(
              children.startToTalk("clients", store.client().withArgument(cluster.connection())));
      clients.connect(2);
      clients.sizes(10, 10);

      IterationResult puts = clients.iterate(5, 0, (acknowledged, sinceStart) -> {});
      IterationResult gets = clients.read(5, 0, (acknowledged, sinceStart) -> {});

      assertThat(puts.load().ops()).isEqualTo(10);
      assertThat(gets.load().ops()).isEqualTo(10);
      cluster.servers().requireRunning("after the gets");
    }
  }
}
