package dev.flotilla.node;

import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.node.log.DurableLog;
import dev.flotilla.node.log.LogOptions;
import dev.flotilla.node.log.VoteFile;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.RaftOptions;
import java.io.IOException;
import java.nio.file.Path;

/** A disk that outlives its server, and the server that runs on it at the moment. */
final class TestServer {
  private static final LogOptions SMALL_SEGMENTS = new LogOptions(64 * 1024);

  final Member member;
  final MemoryDisk disk = new MemoryDisk();
  JournalMachine machine = new JournalMachine();
  RaftNode node;

  TestServer(int number) {
    member = Members.member(number);
  }

  /** Runs the server without threads. */
  void startPumped(
      Configuration configuration,
      RaftOptions options,
      long seed,
      Transport transport,
      Clock clock,
      Seams seams)
      throws IOException {
    machine = new JournalMachine();
    node =
        RaftNode.pumped(
            settings(configuration, options, seed),
            openLog(),
            VoteFile.open(disk),
            machine,
            transport,
            clock,
            seams);
  }

  /** Runs the server with its threads. */
  void startThreads(
      Configuration configuration, RaftOptions options, long seed, Transport transport)
      throws IOException {
    machine = new JournalMachine();
    node =
        RaftNode.start(
            settings(configuration, options, seed),
            openLog(),
            VoteFile.open(disk),
            machine,
            transport,
            Clock.system());
  }

  private NodeSettings settings(Configuration configuration, RaftOptions options, long seed) {
    return new NodeSettings("test", member, configuration, options, Path.of("unused"), seed);
  }

  private DurableLog openLog() throws IOException {
    return DurableLog.open(disk, Members.numberOf(member), SMALL_SEGMENTS, Runnable::run);
  }
}
