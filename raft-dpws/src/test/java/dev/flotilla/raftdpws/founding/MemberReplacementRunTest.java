package dev.flotilla.raftdpws.founding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a server that came back may forget who it was. */
class MemberReplacementRunTest {
  private static final Member SELF = new Member(new NodeId(new UUID(0, 1)), new Incarnation(1, 2));
  private static final int TICKS = 3;

  private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1);
  private final CompletableFuture<Void> forgotten = new CompletableFuture<>();
  private final MemberReplacementRun run = run();
  private volatile NodeStatus now = node(NodeState.RUNNING, 5, 5);

  @AfterEach
  void end() {
    thread.shutdownNow();
  }

  @Test
  void itRemembersWhoItWasUntilTheChangeThatNamesItIsCommitted() throws Exception {
    now = node(NodeState.RUNNING, 5, 4);
    tick(() -> now);
    assertThat(forgotten).isNotDone();
    assertThat(run.waitingFor()).as("the leader goes on with it").isEmpty();

    now = node(NodeState.RUNNING, 5, 5);
    forgotten.get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void aNodeThatHasEndedLeavesItsDirectoryAlone() throws Exception {
    now = node(NodeState.CLOSED, 5, 5);
    tick(() -> now);
    assertThat(forgotten).isNotDone();
  }

  @Test
  void whatFailsOnItsThreadIsSaid() throws Exception {
    run.start(
        () -> {
          throw new IllegalStateException("broken on purpose");
        });
    // The first to have it started, the second behind its first tick.
    thread.submit(() -> {}).get();
    thread.submit(() -> {}).get();
    assertThat(run.waitingFor().orElseThrow()).contains("started again", "broken on purpose");
  }

  /** Starts it, and waits for some ticks, or for the last. */
  private void tick(Supplier<NodeStatus> status) throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    CompletableFuture<Void> ticked = new CompletableFuture<>();
    run.start(
        () -> {
          if (ticks.incrementAndGet() == TICKS) {
            ticked.complete(null);
          }
          return status.get();
        });
    CompletableFuture.anyOf(ticked, forgotten).get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private MemberReplacementRun run() {
    Founder self = new Founder(SELF, URI.create("http://host:1/RAFT_Service"));
    Incarnation former = new Incarnation(1, 1);
    return new MemberReplacementRun(
        new MemberReplacementPlan(
            "g", new GroupId("abc"), self, List.of(former), "log-1 is damaged"),
        () -> forgotten.complete(null),
        List.of(),
        AddressDirectory.inMemory(),
        new NobodyAnswers(),
        thread);
  }

  /** Of a server that the latest configuration names. */
  private static NodeStatus node(NodeState state, long configurationIndex, long commitIndex) {
    RaftStatus raft =
        new RaftStatus(
            Role.FOLLOWER,
            1,
            Optional.empty(),
            new LogPosition(configurationIndex, 1),
            commitIndex,
            commitIndex,
            Optional.empty(),
            new Configuration(List.of(SELF)),
            configurationIndex,
            1);
    return new NodeStatus(state, SELF, raft, commitIndex);
  }

  private static final class NobodyAnswers implements MemberReplacementRun.Calls {
    @Override
    public CompletionStage<StatusResponse> status(URI address) {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<AdminResponse> readmit(URI address, ReadmitRequest request) {
      return new CompletableFuture<>();
    }
  }
}
