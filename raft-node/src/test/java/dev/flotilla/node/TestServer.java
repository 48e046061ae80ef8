package dev.flotilla.node;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.snapshot.SnapshotGauges;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.node.snapshot.SnapshotTaker;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** A disk that outlives its server, and the server that runs on it at the moment. */
public final class TestServer {
  static final int SEGMENT_BYTES = 64 * 1024;
  public static final LogOptions SMALL_SEGMENTS = new LogOptions(SEGMENT_BYTES);

  final MemoryDisk disk = new MemoryDisk();
  public final Member member;
  volatile JournalMachine machine = new JournalMachine();
  volatile RaftNode node;

  /** Makes the data directory. */
  public TestServer(RandomGenerator random) throws IOException {
    try (DataDirectory directory = open(random)) {
      member = directory.identity().member();
    }
  }

  /** Runs the server without threads. */
  void startPumped(
      NodeSettings settings, JournalMachine machine, MessageSender transport, Clock clock)
      throws IOException {
    this.machine = machine;
    node = RaftNode.pumped(settings, reopen(), machine, transport, clock);
  }

  /** Runs the server with its threads. */
  void startThreads(NodeSettings settings, MessageSender transport) throws IOException {
    machine = new JournalMachine();
    node = RaftNode.start(settings, reopen(), machine, transport, Clock.system());
  }

  /** What this server's program knows; the first version needs no entry of its own in a log. */
  int version = ProtocolVersions.FIRST;

  /** When it takes snapshots by itself; counts from its next start. */
  SnapshotOptions snapshots = SnapshotOptions.DEFAULT;

  NodeSettings ownSettings(Configuration configuration, RaftOptions options, long seed) {
    return new NodeSettings(configuration, options, snapshots, Path.of("unused"), version, seed);
  }

  public static NodeSettings settings(Configuration configuration, RaftOptions options, long seed) {
    return new NodeSettings(
        configuration,
        options,
        SnapshotOptions.DEFAULT,
        Path.of("unused"),
        ProtocolVersions.FIRST,
        seed);
  }

  /** For a loop without a node: the snapshots of an empty disk. */
  static SnapshotTaker snapshots(NodeQueues queues, StateMachine machine) {
    try {
      DataDirectory directory = open(new MemoryDisk(), new SplittableRandom(1));
      Member someone = new Member(new NodeId(new UUID(1, 2)), new Incarnation(3, 4));
      return new SnapshotTaker(
          queues.snapshots,
          directory,
          machine,
          new Configuration(List.of(someone)),
          SnapshotOptions.DEFAULT,
          new SnapshotGauges(directory.snapshots(), () -> 0),
          new SeenUids(1),
          0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The directory while no node runs on it. */
  public DataDirectory reopen() throws IOException {
    DataDirectory directory = open(RandomGenerator.getDefault());
    if (!directory.identity().member().equals(member)) {
      throw new AssertionError("the directory has forgotten who it is");
    }
    return directory;
  }

  private DataDirectory open(RandomGenerator random) throws IOException {
    return open(disk, random);
  }

  private static DataDirectory open(MemoryDisk disk, RandomGenerator random) throws IOException {
    return DataDirectory.open(disk, Optional.of("test"), random, SMALL_SEGMENTS, Runnable::run);
  }
}
