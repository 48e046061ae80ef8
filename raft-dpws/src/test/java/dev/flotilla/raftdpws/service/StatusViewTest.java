package dev.flotilla.raftdpws.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StatusViewTest {
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final Member C = member(3);

  @Test
  void whoHearsNobodyIsToldThatItMayHaveBeenRemovedAndHowToFindOut() {
    assertThat(waitingFor(new Configuration(List.of(A, B)), Optional.empty()).orElseThrow())
        .startsWith("no leader: no majority is reachable: 1 of 2 voting members answered")
        .contains("may have been removed meanwhile", "'flotilla members --group g'", "stop it");
    assertThat(waitingFor(new Configuration(List.of(A, B)), Optional.of(B))).isEmpty();
  }

  @Test
  void aMajorityThatAnswersIsInAnElection() {
    assertThat(waitingFor(new Configuration(List.of(A, B, C)), Optional.empty()).orElseThrow())
        .startsWith("no leader: an election is under way: 2 of 3 voting members answered");
  }

  @Test
  void bothSetsOfVotersNeedAMajorityWhileThereAreTwo() {
    Configuration joint =
        new Configuration(List.of(A, C), List.of(A, B), List.of(), List.of(), List.of());
    assertThat(waitingFor(joint, Optional.empty()).orElseThrow())
        .startsWith("no leader: no majority is reachable: 2 of 3 voting members answered");
  }

  @Test
  void whoKnowsThatItWasRemovedIsToldSo() {
    assertThat(waitingFor(new Configuration(List.of(B)), Optional.empty()).orElseThrow())
        .contains("no member of the group any more", "can be stopped");
  }

  @Test
  void aServerThatResignedReportsTheReason() {
    RaftStatus raft =
        new RaftStatus(
            Role.FOLLOWER,
            3,
            Optional.empty(),
            LogPosition.ORIGIN,
            0,
            0,
            Optional.empty(),
            new Configuration(List.of(A, B)),
            0,
            1,
            Optional.of("no majority can call this server"),
            Contradictions.NONE);

    assertThat(
            StatusView.waitingFor(
                "g", new NodeStatus(NodeState.RUNNING, A, raft, 0), member -> true))
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .endsWith("It resigned as leader: no majority can call this server"));
  }

  private static Optional<String> waitingFor(Configuration configuration, Optional<Member> leader) {
    RaftStatus raft =
        new RaftStatus(
            Role.PRE_CANDIDATE,
            3,
            leader,
            LogPosition.ORIGIN,
            0,
            0,
            Optional.empty(),
            configuration,
            0,
            1);
    return StatusView.waitingFor("g", new NodeStatus(NodeState.RUNNING, A, raft, 0), C::equals);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(1, number));
  }
}
