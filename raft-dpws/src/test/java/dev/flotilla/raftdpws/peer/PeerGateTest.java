package dev.flotilla.raftdpws.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.PeerHeader;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PeerGateTest {
  private static final long PATIENCE = 300;
  private static final GroupId GROUP = new GroupId("g");
  private static final Member SELF = member(1);
  private static final Member FOUNDER = member(2);
  private static final Member STRANGER = member(3);
  private static final Message.Request VOTE = new RequestVote(9, LogPosition.ORIGIN, 1);
  private static final Message.Request APPEND =
      new AppendEntries(9, LogPosition.ORIGIN, List.of(), 0, 1);

  private final Configuration founders = new Configuration(List.of(SELF, FOUNDER));
  private final PeerGate gate =
      new PeerGate(new Membership(GROUP, SELF, founders), this::status, PATIENCE);
  private @Nullable NodeStatus status = NodeStatuses.of(Role.FOLLOWER, SELF, founders);

  private @Nullable NodeStatus status() {
    return status;
  }

  @Test
  void aServerThatHearsFromNoLeaderTakesAStrangerAtItsWord() {
    assertThat(isTaken(STRANGER, APPEND, 0)).isTrue();
  }

  @Test
  void aServerWithALeaderThatItKnowsTakesNoStranger() {
    assertThat(isTaken(FOUNDER, APPEND, 0)).isTrue();

    assertThat(isTaken(STRANGER, VOTE, PATIENCE - 1)).isFalse();
    assertThat(isTaken(STRANGER, APPEND, PATIENCE - 1)).isFalse();
  }

  @Test
  void aServerThatMissedTheChangeFollowsTheNewLeaderWhenTheOldOneIsSilent() {
    assertThat(isTaken(FOUNDER, APPEND, 0)).isTrue();
    // Others than leaders may go on for ever: a server that was removed, say.
    assertThat(isTaken(FOUNDER, VOTE, PATIENCE - 1)).isTrue();

    assertThat(isTaken(STRANGER, APPEND, PATIENCE)).isTrue();
    assertThat(isTaken(STRANGER, APPEND, PATIENCE + 1)).isTrue();
  }

  @Test
  void aLeaderTakesNoStranger() {
    status = NodeStatuses.of(Role.LEADER, SELF, founders);

    assertThat(isTaken(STRANGER, APPEND, 0)).isFalse();
    assertThat(isTaken(FOUNDER, VOTE, 0)).isTrue();
  }

  @Test
  void whomTheLatestConfigurationNamesIsNoStranger() {
    Configuration later = Configuration.of(List.of(SELF), List.of(STRANGER), List.of());
    status = NodeStatuses.of(Role.LEADER, SELF, later);

    assertThat(isTaken(STRANGER, VOTE, 0)).isTrue();
    assertThat(isTaken(FOUNDER, VOTE, 0)).as("it may have missed its removal").isTrue();
  }

  @Test
  void aServerThatJoinsIsCalledByALeaderThatItDoesNotKnow() {
    PeerGate joiner =
        new PeerGate(new Membership(GROUP, SELF, Configuration.NONE), () -> null, PATIENCE);
    PeerHeader elsewhere = new PeerHeader(1, new GroupId("h"), STRANGER, SELF);
    PeerHeader formerSelf =
        new PeerHeader(1, GROUP, STRANGER, new Member(SELF.id(), new Incarnation(9, 9)));

    assertThat(joiner.objection(header(STRANGER), APPEND, 0)).isEmpty();
    assertThat(joiner.objection(elsewhere, APPEND, 0)).isPresent();
    assertThat(joiner.objection(formerSelf, APPEND, 0)).isPresent();
  }

  private boolean isTaken(Member from, Message.Request message, long nowNanos) {
    return gate.objection(header(from), message, nowNanos).isEmpty();
  }

  private static PeerHeader header(Member from) {
    return new PeerHeader(1, GROUP, from, SELF);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
