package dev.flotilla.node;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Servers with their own threads in one JVM, joined by plain calls. */
final class ThreadedCluster implements AutoCloseable {

  final List<TestServer> servers = new ArrayList<>();
  private final Configuration configuration;
  private final RaftOptions options;
  private final SplittableRandom random;

  /** The sender of the newest replication, guarded by this. */
  private TestServer leader;

  private long leaderTerm;

  ThreadedCluster(int size, long seed) throws IOException {
    this(size, seed, RaftOptions.DEFAULT);
  }

  ThreadedCluster(int size, long seed, RaftOptions options) throws IOException {
    this.options = options;
    random = new SplittableRandom(seed);
    for (int i = 0; i < size; i++) {
      servers.add(new TestServer(random));
    }
    configuration = new Configuration(servers.stream().map(server -> server.member).toList());
    start();
  }

  void start() throws IOException {
    for (TestServer server : servers) {
      server.startThreads(
          TestServer.settings(configuration, options, random.nextLong()),
          (to, message) -> send(server, to, message));
    }
  }

  private void send(TestServer from, Member to, Message message) {
    if (message instanceof AppendEntries) {
      noteLeader(from, message.term());
    }
    for (TestServer server : servers) {
      RaftNode node = server.node;
      if (server.member.equals(to) && node != null) {
        node.receive(from.member, message);
      }
    }
  }

  private synchronized void noteLeader(TestServer sender, long term) {
    if (term > leaderTerm) {
      leaderTerm = term;
      leader = sender;
      notifyAll();
    }
  }

  synchronized TestServer awaitLeader() throws InterruptedException {
    while (leader == null) {
      wait();
    }
    return leader;
  }

  /** Whom {@link #awaitLeader} found, or who followed. */
  synchronized TestServer presumedLeader() {
    return leader;
  }

  /** Sends a command until it is executed. */
  InsertOutcome.Executed execute(Command command) {
    return Await.present(
        () -> "an execution of " + command,
        () ->
            Await.result(awaitLeader().node.insert(command))
                    instanceof InsertOutcome.Executed executed
                ? Optional.of(executed)
                : Optional.empty());
  }

  /** Ends all servers, and forgets who led. */
  void stop() {
    servers.forEach(server -> server.node.close());
    synchronized (this) {
      leader = null;
    }
  }

  @Override
  public void close() {
    stop();
  }
}
