package dev.flotilla.bench.harness.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.client.RemoteClients;
import dev.flotilla.bench.harness.faults.LeaderCut;
import dev.flotilla.bench.harness.faults.LinkMatrix;
import dev.flotilla.raft.options.Timing;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Three real servers with fault ports and a real client process. */
@Tag("full")
class StoreSystemTest {
  private static final Timing CALM = new Timing(1_000, 1_500, 100);

  private static final StoreSystem STORE = StoreSystem.keyValue(CALM);
  private final SystemUnderTest store = system(STORE);
  @TempDir private Path directory;

  @Test
  void valuesOf100000BytesAreWrittenAndReadBack() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = store.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      RemoteClients clients = clients(children, cluster, store);
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
      RemoteClients clients = clients(children, cluster, store);
      clients.connect(2);
      clients.sizes(10, 10);
      long termBefore = cluster.query().highestTerm(cluster.servers().running()).orElseThrow();
      LeaderCut cut = new LeaderCut(cluster, 60, LinkMatrix::muting, Duration.ofMinutes(1));

      IterationResult puts = clients.iterate(30, 0, cut);

      assertThat(puts.ended()).isEqualTo(60);
      assertThat(cut.cutMicros()).isPositive();
      assertThat(cut.electionMillis()).isPresent();
      long termAfter = cluster.query().highestTerm(cluster.servers().running()).orElseThrow();
      assertThat(termAfter).isGreaterThan(termBefore);
      cluster.servers().requireRunning("after the cut");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"journal", "memory", "file"})
  void otherStateMachinesAreWrittenAndRead(String machine) throws Exception {
    SystemUnderTest other = system(STORE.withMachine(machine));
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = other.start(new ClusterPlan(1, directory.resolve("data"), children))) {
      RemoteClients clients = clients(children, cluster, other);
      clients.connect(1);
      clients.sizes(10, 100);

      IterationResult puts = clients.iterate(10, 0, (acknowledged, sinceStart) -> {});
      IterationResult gets = clients.read(10, 0, (acknowledged, sinceStart) -> {});

      assertThat(puts.load().errors()).isEmpty();
      assertThat(gets.load().errors()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StoreReads.class,
      names = {"BOUNDED", "LOCAL"})
  void readsThatMayBeOldFindWhatTheirClientHasPut(StoreReads reads) throws Exception {
    SystemUnderTest other = system(STORE.withReads(reads));
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = other.start(new ClusterPlan(3, directory.resolve("data"), children))) {
      RemoteClients clients = clients(children, cluster, other);
      clients.connect(1);
      clients.sizes(10, 100);

      IterationResult puts = clients.iterate(10, 0, (acknowledged, sinceStart) -> {});
      IterationResult gets = clients.read(30, 0, (acknowledged, sinceStart) -> {});

      assertThat(puts.load().errors()).isEmpty();
      assertThat(gets.load().errors()).isEmpty();
      assertThat(gets.load().ops()).isEqualTo(30);
    }
  }

  @Test
  void aServerIsAddedAndRemovedByTheGroupsOwnOperations() throws Exception {
    SystemUnderTest joined = system(STORE.withJoining(1));
    try (ChildProcesses children = ChildProcesses.open(directory);
        Cluster cluster = joined.start(new ClusterPlan(2, directory.resolve("data"), children));
        GroupActions actions = GroupChanges.of(cluster.connection())) {
      actions.add();
      actions.snapshot();
      actions.remove();

      cluster.servers().requireRunning("after the changes");
    }
  }

  private static SystemUnderTest system(StoreSystem store) {
    return store.of(new FlotillaSystem("unused"));
  }

  private static RemoteClients clients(
      ChildProcesses children, Cluster cluster, SystemUnderTest system) throws Exception {
    return RemoteClients.talkTo(
        children.startToTalk("clients", system.client().withArgument(cluster.connection())));
  }
}
