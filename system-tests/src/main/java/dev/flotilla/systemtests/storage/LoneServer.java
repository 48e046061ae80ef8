package dev.flotilla.systemtests.storage;

import dev.flotilla.bdb.Journal;
import dev.flotilla.node.NodeSettings;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import dev.flotilla.systemtests.Patience;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The only member of a group, so that nobody can make up for what it has lost, and it is elected
 * with whatever log it has: data directory, node and journal as a server has them, without the
 * network. One thread; all of it blocks.
 */
final class LoneServer implements AutoCloseable {
  private static final LogOptions SMALL_SEGMENTS = new LogOptions(64 * 1024);
  private static final int KEPT_ENTRIES = 100;
  private static final Patience PATIENCE =
      new Patience(Duration.ofMinutes(1), Duration.ofMillis(20));

  /** Snapshots are taken when we ask for them. */
  private static final SnapshotOptions ON_REQUEST =
      new SnapshotOptions(Long.MAX_VALUE, Long.MAX_VALUE);

  private final RaftNode node;
  private final DataDirectory directory;

  private LoneServer(RaftNode node, DataDirectory directory) {
    this.node = node;
    this.directory = directory;
  }

  /** Starts it on its directory, or a new one on an empty directory. */
  static LoneServer start(Path path) throws IOException {
    DataDirectory directory =
        DataDirectory.open(
            new FileDisk(path),
            Optional.of("lone"),
            new SecureRandom(),
            SMALL_SEGMENTS,
            Runnable::run);
    try {
      found(directory);
      Path machine = Files.createDirectories(path.resolve("machine"));
      NodeSettings settings =
          new NodeSettings(
              new Configuration(List.of(directory.identity().member())),
              RaftOptions.DEFAULT.withSnapshots(64 * 1024, KEPT_ENTRIES),
              ON_REQUEST,
              machine,
              new SecureRandom().nextLong());
      RaftNode node =
          RaftNode.start(settings, directory, new Journal(), (to, message) -> {}, Clock.system());
      return new LoneServer(node, directory);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static void found(DataDirectory directory) throws IOException {
    if (directory.identity().groupId().isEmpty()) {
      URI address = URI.create("http://127.0.0.1:9/RAFT_Service");
      boolean isAccepted =
          directory
              .identity()
              .acceptFounding(List.of(new Founder(directory.identity().member(), address)));
      if (!isAccepted) {
        throw new IOException("a new directory does not accept its founding list");
      }
      directory.identity().markFounded(new GroupId("lone-group"));
    }
  }

  /**
   * Has a command executed, as soon as it leads.
   *
   * @return the answer
   * @throws IOException with the reason if the node stops before; or after a minute
   */
  String execute(Command command) throws IOException, InterruptedException {
    CompletableFuture<String> answer = new CompletableFuture<>();
    await(
        "no command is executed",
        () ->
            outcomeOf(command) instanceof InsertOutcome.Executed executed
                && answer.complete(executed.result().value().toUtf8()));
    return answer.join();
  }

  private InsertOutcome outcomeOf(Command command) throws IOException, InterruptedException {
    try {
      return node.insert(command)
          .toCompletableFuture()
          .get(PATIENCE.limit().toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("a command has no outcome", e);
    }
  }

  /** Takes a snapshot, and returns when it is durable; throws if that takes a minute. */
  void snapshot() throws IOException, InterruptedException {
    node.takeSnapshot();
    await("no snapshot is durable", () -> directory.snapshots().newest().isPresent());
  }

  /** Fails also when the node has stopped. */
  private void await(String otherwise, Patience.Condition condition)
      throws IOException, InterruptedException {
    PATIENCE.await(otherwise, () -> condition.holds() || hasStopped());
  }

  /** False while the node runs; throws otherwise. */
  private boolean hasStopped() throws IOException, InterruptedException {
    try {
      node.stopped().toCompletableFuture().get(0, TimeUnit.MILLISECONDS);
      throw new IOException("the node has stopped in order");
    } catch (ExecutionException e) {
      throw new IOException("it stopped itself: " + e.getCause(), e);
    } catch (TimeoutException e) {
      return false;
    }
  }

  long term() {
    return node.status().term();
  }

  Member member() {
    return directory.identity().member();
  }

  @Override
  public void close() {
    node.close();
  }
}
