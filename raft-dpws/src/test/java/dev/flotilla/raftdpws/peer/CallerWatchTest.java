package dev.flotilla.raftdpws.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.message.StatusResponse;
import io.netty.channel.ChannelException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CallerWatchTest {
  private static final Member LEADER =
      new Member(new NodeId(new UUID(0, 1)), new Incarnation(0, 1));
  private static final URI ADDRESS = URI.create("http://10.0.0.1:1/RAFT_Service");

  private final List<CompletableFuture<StatusResponse>> calls = new ArrayList<>();
  private final List<Boolean> reports = new ArrayList<>();
  private long nowNanos;
  private int newOnes;
  private boolean takesNewOnes = true;
  private Exception refusal = new IOException("nobody accepts");
  private final AddressConfirmation confirmation =
      new AddressConfirmation(
          "g",
          AddressDirectory.inMemory(),
          address -> {
            CompletableFuture<StatusResponse> call = new CompletableFuture<>();
            calls.add(call);
            return call;
          },
          address -> {
            newOnes++;
            CompletableFuture<StatusResponse> call = new CompletableFuture<>();
            if (takesNewOnes) {
              calls.add(call);
            } else {
              call.completeExceptionally(refusal);
            }
            return call;
          },
          () -> nowNanos);
  private final CallerWatch watch = new CallerWatch(confirmation, () -> {});

  CallerWatchTest() {
    watch.reportTo((member, callable) -> reports.add(callable));
    confirmation.answered(LEADER, ADDRESS);
    watch.tend(Optional.of(LEADER), nowNanos);
  }

  @Test
  void aLeaderIsCalledOnceASecond() {
    tendFor(10 * CallerWatch.LOOK_NANOS, this::answer);

    assertThat(calls).hasSize(10);
    assertThat(reports).hasSize(10).doesNotContain(false);
  }

  @Test
  void aLeaderThatCannotBeCalledTwiceInARowIsReported() {
    tendFor(CallerWatch.LOOK_NANOS, this::fail);
    assertThat(reports).isEmpty();
    tendFor(CallerWatch.AGAIN_NANOS, this::fail);

    assertThat(reports).containsExactly(false);
  }

  @Test
  void aLeaderThatAcceptsNoNewConnectionIsReported() {
    takesNewOnes = false;
    tendFor(CallerWatch.ANEW_NANOS + 2 * CallerWatch.LOOK_NANOS, this::answer);

    assertThat(reports).contains(false);
  }

  @Test
  void aServerWithoutDescriptorsDoesNotReportItsLeader() {
    takesNewOnes = false;
    refusal = new ChannelException("no socket", new IOException("Too many open files"));
    tendFor(2 * CallerWatch.ANEW_NANOS, this::answer);

    assertThat(newOnes).isPositive();
    assertThat(reports).isNotEmpty().doesNotContain(false);
  }

  @Test
  void aLeaderIsCalledByANewConnectionNowAndThen() {
    tendFor(3 * CallerWatch.ANEW_NANOS, this::answer);

    assertThat(newOnes).isBetween(2, 3);
    assertThat(reports).doesNotContain(false);
  }

  @Test
  void oneLostCallDeposesNobody() {
    tendFor(CallerWatch.LOOK_NANOS, this::fail);
    tendFor(CallerWatch.AGAIN_NANOS, this::answer);
    tendFor(CallerWatch.LOOK_NANOS, this::fail);

    assertThat(reports).containsExactly(true);
  }

  @Test
  void withoutALeaderNobodyIsCalled() {
    watch.tend(Optional.empty(), nowNanos);
    nowNanos += 10 * CallerWatch.LOOK_NANOS;
    watch.tend(Optional.empty(), nowNanos);

    assertThat(calls).isEmpty();
  }

  private void tendFor(long nanos, Runnable end) {
    long until = nowNanos + nanos;
    while (nowNanos < until) {
      nowNanos += 50_000_000;
      int before = calls.size();
      watch.tend(Optional.of(LEADER), nowNanos);
      if (calls.size() > before) {
        end.run();
      }
    }
  }

  private void answer() {
    calls.get(calls.size() - 1).complete(NodeStatuses.answer("g", new GroupId("g"), LEADER));
  }

  private void fail() {
    calls.get(calls.size() - 1).completeExceptionally(new IllegalStateException("nobody"));
  }
}
