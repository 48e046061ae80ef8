package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TimingWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Member SELF = member(1);
  private static final Member OTHER = member(2);
  private static final Member AWAY = member(3);

  private final List<String> warnings = new ArrayList<>();
  private final List<URI> asked = new ArrayList<>();
  private Optional<Timing> theirs = Optional.of(Timing.DEFAULT);
  private Member answering = OTHER;
  private final TimingWatch watch =
      new TimingWatch(
          Timing.DEFAULT,
          member -> member.equals(AWAY) ? Optional.empty() : Optional.of(URI.create("http://h/")),
          address -> {
            asked.add(address);
            return CompletableFuture.completedFuture(status());
          },
          Runnable::run,
          warnings::add);

  @Test
  void aLeaderWarnsOncePerChangeOfAMember() {
    watch.look(node(Role.LEADER), 0);
    assertThat(warnings).isEmpty();

    theirs = Optional.of(new Timing(1_000, 2_000, 100));
    watch.look(node(Role.LEADER), 10 * SECOND);
    watch.look(node(Role.LEADER), 20 * SECOND);
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0))
        .contains(OTHER.id().toString(), "1000 to 2000 ms, heartbeat 100 ms")
        .contains("150 to 300 ms, heartbeat 50 ms", "'g'", "term 4");

    theirs = Optional.of(new Timing(1_000, 2_000, 99));
    watch.look(node(Role.LEADER), 30 * SECOND);
    assertThat(warnings).hasSize(2);

    theirs = Optional.of(Timing.DEFAULT);
    watch.look(node(Role.LEADER), 40 * SECOND);
    theirs = Optional.of(new Timing(1_000, 2_000, 99));
    watch.look(node(Role.LEADER), 50 * SECOND);
    assertThat(warnings).hasSize(3);
  }

  @Test
  void onlyALeaderAsksAndNotAtEveryLook() {
    watch.look(node(Role.FOLLOWER), 0);
    assertThat(asked).isEmpty();
    watch.look(node(Role.LEADER), SECOND);
    watch.look(node(Role.LEADER), 2 * SECOND);
    assertThat(asked).hasSize(1);
    watch.look(node(Role.LEADER), 6 * SECOND);
    assertThat(asked).hasSize(2);
  }

  @Test
  void olderServersAndStrangersAreNoReasonToWarn() {
    theirs = Optional.empty();
    watch.look(node(Role.LEADER), 0);
    theirs = Optional.of(new Timing(1_000, 2_000, 100));
    answering = member(9);
    watch.look(node(Role.LEADER), 10 * SECOND);
    assertThat(warnings).isEmpty();
  }

  private StatusResponse status() {
    return new StatusResponse(
        1,
        "g",
        Optional.empty(),
        new MemberAddress(answering, Optional.empty()),
        "follower",
        Optional.empty(),
        new StatusResponse.Progress(0, 0, 0, 0, 0),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        theirs.map(StatusDetails.NONE::withTiming).orElse(StatusDetails.NONE));
  }

  private static NodeStatus node(Role role) {
    return new NodeStatus(
        NodeState.RUNNING,
        SELF,
        new RaftStatus(
            role,
            4,
            Optional.of(SELF),
            LogPosition.ORIGIN,
            0,
            0,
            Optional.empty(),
            Configuration.of(List.of(SELF, OTHER, AWAY), List.of(), List.of()),
            0,
            3),
        0);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
