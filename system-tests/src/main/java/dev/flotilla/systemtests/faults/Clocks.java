package dev.flotilla.systemtests.faults;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Moves the clock of the day of one server after another while it leads: ten minutes back, then
 * twenty ahead, which is more than a session lives without a command; then kills it and starts it
 * with a clock that is twenty minutes behind the one of its last life.
 *
 * @param group whose servers these are
 * @param clocks of each server
 * @param admin asks for a certain leader
 * @param random draws amounts
 */
record Clocks(StoreGroup group, List<FakedClock> clocks, StoreClient admin, RandomGenerator random)
    implements Scenario {
  /** How far a clock is moved. */
  static final int MOVE_SECONDS = 600;

  private static final int OPERATIONS_MEANWHILE = 200;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(5);

  @Override
  public String strike(int number) throws IOException, InterruptedException {
    int place = (number - 1) % clocks.size();
    ServerUnderTest server = group.servers().servers().get(place);
    FakedClock clock = clocks.get(place);
    clock.set(server, -MOVE_SECONDS);
    lead(server);
    group.servers().awaitExecuted(OPERATIONS_MEANWHILE);
    try (Sleeper sleeper = group.sleeper(PairWorkload.amount(random))) {
      if (!sleeper.hasSession()) {
        throw new IOException("a new client has no session: " + sleeper.uid());
      }
      group.servers().awaitExecuted(OPERATIONS_MEANWHILE);
      clock.set(server, MOVE_SECONDS);
      lead(server);
      group.servers().awaitExecuted(OPERATIONS_MEANWHILE);
      require(sleeper, "after the leader's clock was set ahead");
      server.kill();
      clock.write(-MOVE_SECONDS);
      server.startAgain();
      group.servers().awaitLeader();
      clock.set(server, -MOVE_SECONDS);
      group.servers().awaitExecuted(OPERATIONS_MEANWHILE);
      require(sleeper, "after a start with a clock that is behind");
    }
    clock.set(server, 0);
    return "the clock of %s, which leads, 600 s back, 1,200 s ahead, a start 1,200 s back"
        .formatted(server.name());
  }

  private static void require(Sleeper sleeper, String when) throws IOException {
    if (!sleeper.isRemembered()) {
      throw new IOException("the session of " + sleeper.uid() + " is forgotten " + when);
    }
  }

  private void lead(ServerUnderTest server) throws IOException, InterruptedException {
    String[] parts = server.answer("member").split("/", 2);
    Member member = new Member(NodeId.parse(parts[0]), Incarnation.parse(parts[1]));
    MemberRequest request = new MemberRequest(Optional.empty(), Optional.of(member));
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (group.servers().awaitLeader() != server) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(server.name() + " does not become leader within five minutes");
      }
      admin
          .client()
          .administer(RaftOperations.TRANSFER_LEADERSHIP, request)
          .toCompletableFuture()
          .join();
    }
  }
}
