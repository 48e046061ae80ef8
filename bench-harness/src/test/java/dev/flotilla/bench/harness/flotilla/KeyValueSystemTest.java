package dev.flotilla.bench.harness.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.client.RemoteClients;
import dev.flotilla.bench.harness.faults.LeaderCut;
import dev.flotilla.bench.harness.faults.LinkMatrix;
import dev.flotilla.raft.Timing;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three real servers with fault ports and a real client process. */
@Timeout(300)
class KeyValueSystemTest {
  private static final Timing CALM = new Timing(1_000, 1_500, 100);

  private final KeyValueSystem store =
      new KeyValueSystem(new FlotillaSystem("unused"), CALM, List.of());
  @TempDir private Path directory;

  @Test
  void valuesOf100000BytesAreWrittenAndReadBack() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = store.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      RemoteClients clients = clients(children, cluster);
      clients.connect(2);
      clients.sizes(10, 100_000);

      IterationResult puts = clients.iterate(5, 0, (acknowledged, sinceStart) -> {});
      IterationResult gets = clients.read(5, 0, (acknowledged, sinceStart) -> {});

      assertThat(puts.load().errors()).isEmpty();
      assertThat(puts.load().ops()).isEqualTo(10);
      assertThat(gets.load().errors()).isEmpty();
      assertThat(gets.load().ops()).isEqualTo(10);
    }
  }

  @Test
  void aLeaderThatNobodyHearsIsSucceeded() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = store.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      RemoteClients clients = clients(children, cluster);
      clients.connect(2);
      clients.sizes(10, 10);
      LeaderCut cut = new LeaderCut(cluster, 60, LinkMatrix::muting);

      IterationResult puts = clients.iterate(30, 0, cut);

      assertThat(puts.ended()).isEqualTo(60);
      assertThat(cut.cutMicros()).isPositive();
      assertThat(cut.electionMillis()).isPresent();
      long termAfter = cluster.query().highestTerm(cluster.servers().running()).orElseThrow();
      assertThat(termAfter).isGreaterThan(cut.termBefore().orElseThrow());
      cluster.servers().requireRunning("after the cut");
    }
  }

  private RemoteClients clients(ChildProcesses children, Cluster cluster) throws Exception {
    return RemoteClients.talkTo(
        children.startToTalk("clients", store.client().withArgument(cluster.connection())));
  }
}
