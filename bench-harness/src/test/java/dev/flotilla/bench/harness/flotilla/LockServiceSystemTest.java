package dev.flotilla.bench.harness.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.client.RemoteClients;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real lock servers and a real client process. */
@Tag("full")
class LockServiceSystemTest {
  @TempDir private Path directory;

  @Test
  void lockServersAcknowledgeEveryCommand() throws Exception {
    String classPath = System.getProperty("java.class.path");
    SystemUnderTest locks = FlotillaVariants.lockService(new FlotillaSystem(classPath));
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = locks.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      RemoteClients clients =
          RemoteClients.talkTo(
              children.startToTalk("clients", locks.client().withArgument(cluster.connection())));
      clients.connect(5);

      LoadResult result = clients.iterate(40, 0);

      assertThat(result.errors()).isEmpty();
      assertThat(result.ops()).isEqualTo(200);
      cluster.servers().requireRunning("after the commands");
    }
  }

  @Test
  void commandsAreOfFiveBytesAndOfEveryKind() {
    LockWorkload workload = new LockWorkload(1);
    List<StoreLanguage.Request> drawn =
        IntStream.range(0, 1_000).mapToObj(i -> workload.next()).toList();

    assertThat(drawn)
        .extracting(request -> request.operation().length() + request.parameters().size())
        .containsOnly(4, 5);
    assertThat(drawn).extracting(StoreLanguage.Request::operation).contains("x", "s", "r");
    assertThat(LockWorkload.release(999_999).parameters().at(0)).isEqualTo((byte) 0x0f);
  }
}
