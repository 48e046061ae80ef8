package dev.flotilla.systemtests.storage;

import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.systemtests.Patience;
import dev.flotilla.systemtests.Writers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an operator sees of a group and asks of it; every look takes a second. One thread. */
final class GroupView {
  private static final long PATIENCE_MINUTES = 20;
  private static final int FILLING = 8;

  /** More than fall with a leader; a group that answers nobody is left within some minutes. */
  private static final int MAX_UNCERTAIN_IN_A_ROW = 32;

  private final WireClient client;

  GroupView(WireClient client) {
    this.client = client;
  }

  /** Who leads in the latest term, if somebody does. */
  Optional<StatusResponse> leader() {
    return servers().stream()
        .filter(it -> it.role().equals("leader"))
        .max((a, b) -> Long.compare(a.progress().term(), b.progress().term()));
  }

  Optional<StatusResponse> server(String member) {
    return servers().stream()
        .filter(it -> it.self().member().id().toString().equals(member))
        .findFirst();
  }

  private List<StatusResponse> servers() {
    return client.responses().toCompletableFuture().join();
  }

  /** Looks until a server is as it shall be. */
  StatusResponse await(String what, String member, Predicate<StatusResponse> condition)
      throws IOException {
    return await(what, () -> server(member).filter(condition));
  }

  /** Looks until there is a leader. */
  StatusResponse awaitLeader() throws IOException {
    return awaitLeader("there is a leader", it -> true);
  }

  /** Looks until there is a leader that is as it shall be. */
  StatusResponse awaitLeader(String what, Predicate<StatusResponse> condition) throws IOException {
    return await(what, () -> leader().filter(condition));
  }

  private static StatusResponse await(String what, Supplier<Optional<StatusResponse>> look)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
    while (System.nanoTime() - deadline < 0) {
      Optional<StatusResponse> seen = look.get();
      if (seen.isPresent()) {
        return seen.get();
      }
    }
    throw new IOException("it did not happen within 20 minutes that " + what);
  }

  /**
   * Adds records of so many bytes in all, some at a time.
   *
   * @return how many commands had no certain end, as when a leader falls under the load
   * @throws IOException if many in a row have none
   */
  int fill(long bytes, int recordBytes) throws IOException, InterruptedException {
    Writers writers = new Writers(0);
    AtomicLong left = new AtomicLong(bytes);
    AtomicInteger uncertainInARow = new AtomicInteger();
    Bytes record = Bytes.utf8("0123456789abcdef".repeat(recordBytes / 16));
    for (int i = 0; i < FILLING; i++) {
      writers.start(
          number -> {
            if (left.addAndGet(-recordBytes) <= 0
                || uncertainInARow.get() >= MAX_UNCERTAIN_IN_A_ROW) {
              writers.leave();
            }
            return client
                .submit("fill", record)
                .handle((end, failure) -> note(end, uncertainInARow));
          });
    }
    writers.awaitEnd(new Patience(Duration.ofMinutes(PATIENCE_MINUTES), Duration.ofMillis(20)));
    if (uncertainInARow.get() >= MAX_UNCERTAIN_IN_A_ROW) {
      throw new IOException(
          "the group does not serve: %s commands in a row had no certain end"
              .formatted(uncertainInARow.get()));
    }
    return writers.count(Writers.End.UNKNOWN);
  }

  private static Writers.End note(@Nullable CommandOutcome end, AtomicInteger uncertainInARow) {
    if (end instanceof CommandOutcome.Executed) {
      uncertainInARow.set(0);
      return Writers.End.ACKNOWLEDGED;
    }
    uncertainInARow.incrementAndGet();
    return Writers.End.UNKNOWN;
  }

  void takeSnapshot(StatusResponse server) throws IOException {
    URI address = URI.create(server.self().address().orElseThrow());
    MemberRequest request = new MemberRequest(server.group(), Optional.of(server.self().member()));
    require(
        client
            .administerAt(address, RaftOperations.TAKE_SNAPSHOT, request)
            .toCompletableFuture()
            .join());
  }

  /** Has a server that waits learn; its whole state is to come from the others. */
  void add(String member, StatusResponse leader) throws IOException {
    StatusResponse newcomer = await("it waits", member, it -> it.role().equals("joining"));
    administer(
        RaftOperations.ADD_MEMBER,
        new AddMemberRequest(
            leader.group(),
            newcomer.self().member(),
            newcomer.self().address(),
            MemberStatus.LEARNER,
            Optional.empty()));
  }

  private <Q> void administer(Operation<Q, AdminResponse> operation, Q request) throws IOException {
    require(client.administer(operation, request).toCompletableFuture().join());
  }

  private static void require(CommandOutcome outcome) throws IOException {
    if (!(outcome instanceof CommandOutcome.Executed)) {
      throw new IOException("a request to the group itself: " + outcome);
    }
  }

  /** What a leader says of a follower, if it replicates to it. */
  static Optional<FollowerStatus> distance(StatusResponse leader, String member) {
    return leader.distances().stream()
        .filter(it -> it.member().id().toString().equals(member))
        .findFirst();
  }
}
