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
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
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
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long BETWEEN_ATTEMPTS_MILLIS = 20;

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
    long deadline = deadlineNanos();
    do {
      if (outcomeOf(command) instanceof InsertOutcome.Executed executed) {
        return executed.result().value().toUtf8();
      }
      pause();
    } while (System.nanoTime() - deadline < 0);
    throw new IOException("no command is executed within a minute");
  }

  private static long deadlineNanos() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
  }

  private InsertOutcome outcomeOf(Command command) throws IOException, InterruptedException {
    try {
      return node.insert(command).toCompletableFuture().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("a command has no outcome", e);
    }
  }

  /** Waits a little; fails when the node has stopped. */
  private void pause() throws IOException, InterruptedException {
    try {
      node.stopped().toCompletableFuture().get(BETWEEN_ATTEMPTS_MILLIS, TimeUnit.MILLISECONDS);
      throw new IOException("the node has stopped in order");
    } catch (ExecutionException e) {
      throw new Stopped(e);
    } catch (TimeoutException e) {
      // It runs.
    }
  }

  /** Takes a snapshot, and returns when it is durable; throws if that takes a minute. */
  void snapshot() throws IOException, InterruptedException {
    long deadline = deadlineNanos();
    node.takeSnapshot();
    while (directory.snapshots().newest().isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("no snapshot is durable within a minute");
      }
      pause();
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

  /** The node has stopped itself, for a reason that it gives. */
  static final class Stopped extends IOException {
    private static final long serialVersionUID = 1L;

    Stopped(ExecutionException end) {
      super("it stopped itself: " + end.getCause(), end);
    }
  }
}
