package dev.flotilla.raftdpws.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raftdpws.directory.Exclusions;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StatusViewTest {
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final Member C = member(3);

  private final Exclusions exclusions = new Exclusions(A);

  @Test
  void withoutAMajorityThoseThatDoNotAnswerAreNamed() {
    assertThat(waitingFor(new Configuration(List.of(A, B)), Optional.empty()).orElseThrow())
        .startsWith("no leader: no majority is reachable: 1 of 2 voting members answered")
        .endsWith("; no answer from " + B.id() + " at http://b/");
    assertThat(waitingFor(new Configuration(List.of(A, B)), Optional.of(B))).isEmpty();
  }

  @Test
  void whomALaterConfigurationLeavesOutMayHaveBeenRemoved() {
    exclusions.belongsTo(new GroupId("abc"));
    Configuration both = new Configuration(List.of(A, B));
    exclusions.heard(URI.create("http://b/"), answerOfB(new Configuration(List.of(B)), 7));
    assertThat(waitingFor(both, Optional.empty()).orElseThrow())
        .contains("may have been removed", B.id() + " at http://b/", "index 7")
        .contains("'flotilla members --group g'");

    exclusions.heard(URI.create("http://b/"), answerOfB(both, 8));
    assertThat(waitingFor(both, Optional.empty()).orElseThrow()).doesNotContain("removed");
  }

  @Test
  void anEarlierConfigurationIsNoSignOfARemoval() {
    exclusions.belongsTo(new GroupId("abc"));
    exclusions.heard(URI.create("http://b/"), answerOfB(new Configuration(List.of(B)), 0));
    assertThat(waitingFor(new Configuration(List.of(A, B)), Optional.empty()).orElseThrow())
        .doesNotContain("removed");
  }

  private static StatusResponse answerOfB(Configuration configuration, long commitIndex) {
    return new StatusResponse(
        1,
        "g",
        Optional.of(new GroupId("abc")),
        new MemberAddress(B, Optional.empty()),
        "follower",
        Optional.empty(),
        new StatusResponse.Progress(1, 9, 9, commitIndex, commitIndex),
        List.of(),
        Optional.of(configuration),
        Optional.empty(),
        StatusDetails.NONE);
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
            Contradictions.NONE,
            List.of(),
            Optional.empty(),
            TimeoutInForce.configured(RaftOptions.DEFAULT));

    assertThat(
            StatusView.waitingFor(
                "g",
                new NodeStatus(NodeState.RUNNING, A, raft, 0),
                member -> true,
                StatusViewTest::addressOf,
                exclusions))
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .endsWith("It resigned as leader: no majority can call this server"));
  }

  private Optional<String> waitingFor(Configuration configuration, Optional<Member> leader) {
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
    return StatusView.waitingFor(
        "g",
        new NodeStatus(NodeState.RUNNING, A, raft, 0),
        C::equals,
        StatusViewTest::addressOf,
        exclusions);
  }

  private static MemberAddress addressOf(Member member) {
    return new MemberAddress(
        member, member.equals(B) ? Optional.of("http://b/") : Optional.empty());
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(1, number));
  }
}
