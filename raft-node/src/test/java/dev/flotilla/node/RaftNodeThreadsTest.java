package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only real threads can show. */
class RaftNodeThreadsTest {
  @Test
  void manyClientsHaveEachCommandExecutedOnceInOneOrder() throws Exception {
    int clients = 25;
    int commandsEach = 100;
    ExecutorService pool = Executors.newFixedThreadPool(clients);
    try (ThreadedCluster cluster = new ThreadedCluster(3, 1)) {
      List<Future<?>> runs = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        int number = client;
        runs.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < commandsEach; i++) {
                    cluster.execute(command(number + "-" + i));
                  }
                  return null;
                }));
      }
      for (Future<?> run : runs) {
        run.get(); // Each of its commands has a time limit.
      }
      List<String> journal = journalWith(cluster, uids -> uids.size() >= clients * commandsEach);
      assertThat(journal).hasSize(clients * commandsEach).doesNotHaveDuplicates();
    } finally {
      pool.shutdownNow();
    }
  }

  /** That of the leader: another one may have been elected just now, and not be as far yet. */
  private static List<String> journalWith(
      ThreadedCluster cluster, Predicate<List<String>> isComplete) {
    return Await.present(
        () -> "all in the journal of a leader",
        () -> Optional.of(cluster.awaitLeader().machine.uids()).filter(isComplete));
  }

  @Test
  void everyAcknowledgedCommandIsThereOnceAfterAPowerCutOfRunningThreads() throws Exception {
    int enough = 1_000;
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    CountDownLatch left = new CountDownLatch(enough);
    try (ThreadedCluster cluster = new ThreadedCluster(3, 2)) {
      cluster.awaitLeader();
      for (int client = 0; client < 10; client++) {
        insertForEver(cluster, client + "-", 0, acknowledged, left);
      }
      Await.zero(left);
      cluster.servers.forEach(
          server -> server.disk.lose(MemoryDisk.Loss.ALL, new SplittableRandom(3)));
      cluster.stop();
      Set<String> promised = new HashSet<>(acknowledged);
      cluster.start();
      cluster.execute(command("barrier"));
      List<String> journal = journalWith(cluster, uids -> uids.contains("barrier"));
      assertThat(promised).hasSizeGreaterThanOrEqualTo(enough);
      assertThat(journal).containsAll(promised).doesNotHaveDuplicates();
    }
  }

  /** One client: the next command when the last one is executed, the same again otherwise. */
  private static void insertForEver(
      ThreadedCluster cluster, String prefix, int n, Set<String> done, CountDownLatch left) {
    RaftNode node = cluster.presumedLeader().node;
    node.insert(
        command(prefix + n),
        outcome -> {
          if (outcome instanceof InsertOutcome.Executed) {
            done.add(prefix + n);
            left.countDown();
            insertForEver(cluster, prefix, n + 1, done, left);
          } else if (node.status().state() == NodeState.RUNNING) {
            insertForEver(cluster, prefix, n, done, left);
          }
        });
  }

  @Test
  void failedForceEndsTheThreadsWithoutBeingClosed() throws Exception {
    // Of two, none commits anything without the other's disk.
    try (ThreadedCluster cluster = new ThreadedCluster(2, 4)) {
      TestServer leader = cluster.awaitLeader();
      leader.disk.plant(MemoryDisk.Force.FAILS);
      CompletionStage<InsertOutcome> doomed = leader.node.insert(command("a"));
      assertThat(Await.result(doomed)).isNotInstanceOf(InsertOutcome.Executed.class);
      CompletableFuture<Void> stopped = leader.node.stopped().toCompletableFuture();
      Await.until(
          () -> "it stops",
          () -> {
            // If the other one leads by now, this one forces what it is sent.
            cluster.presumedLeader().node.insert(command("b"), outcome -> {});
            return stopped.isDone();
          });
      assertThatThrownBy(stopped::get)
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("planted");
      assertThat(leader.machine.isTerminated()).isTrue();
    }
  }

  @Test
  void closeLeavesNoThreadAndNoOpenFile(@TempDir Path directory) throws Exception {
    RaftNode node = startAlone(directory);
    assertThat(threads())
        .isEqualTo(
            Set.of(
                "flotilla-lone-group",
                "flotilla-lone-log",
                "flotilla-lone-apply",
                "flotilla-lone-snapshot"));
    node.close();
    // It does not wait for a snapshot's thread that stands still.
    Await.result(node.stopped());
    Await.until(() -> "no thread is left of " + threads(), () -> threads().isEmpty());
    assertThat(openFilesUnder(directory)).isEmpty();
    startAlone(directory).close();
  }

  @Test
  void nodeMayBeClosedByWhoIsCalledBack(@TempDir Path directory) throws Exception {
    RaftNode node = startAlone(directory);
    node.reads().query(Bytes.EMPTY, Freshness.local(0), outcome -> node.close());
    Await.result(node.stopped());
    node.close();
    Await.until(() -> "no thread is left of " + threads(), () -> threads().isEmpty());
  }

  private static RaftNode startAlone(Path path) throws IOException {
    DataDirectory directory =
        DataDirectory.open(
            new FileDisk(path),
            Optional.of("lone"),
            RandomGenerator.getDefault(),
            new LogOptions(64 * 1024),
            Runnable::run);
    Configuration configuration = new Configuration(List.of(directory.identity().member()));
    return RaftNode.start(
        new NodeSettings(configuration, RaftOptions.DEFAULT, path, 5),
        directory,
        new JournalMachine(),
        (to, message) -> {},
        Clock.system());
  }

  private static Set<String> threads() {
    Set<String> names = new HashSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("flotilla-lone-")) {
        names.add(thread.getName());
      }
    }
    return names;
  }

  /** Empty where the system does not tell. */
  private static List<Path> openFilesUnder(Path directory) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(descriptors)) {
      try (Stream<Path> links = Files.list(descriptors)) {
        for (Path link : (Iterable<Path>) links::iterator) {
          if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).startsWith(directory)) {
            found.add(link);
          }
        }
      }
    }
    return found;
  }
}
