package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.LeaderContact;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.Progress;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A server that nobody can call must not lead; what the transcript deaf-server does not show. */
final class ReachabilityTest {
  private static final Member SELF = Members.member(1);
  private static final Member PEER = Members.member(2);

  @Test
  void aMemberOfWhichNothingIsKnownCountsAsCallable() {
    assertThat(preVote(start(Members.group(3)))).isTrue();
  }

  @Test
  void aMemberThatCannotBeCalledGetsNoPreVote() {
    Raft raft = start(Members.group(3));

    raft.callable(PEER, false);
    assertThat(preVote(raft)).isFalse();
    raft.callable(PEER, true);
    assertThat(preVote(raft)).isTrue();
  }

  @Test
  void anotherIncarnationIsAnotherMember() {
    Raft raft = start(Members.group(3));

    raft.callable(Members.member(12), false);

    assertThat(preVote(raft)).isTrue();
  }

  @Test
  void whatIsRememberedIsBounded() {
    Replica replica =
        new Replica(
            Members.member(1),
            Members.group(3),
            DurableState.EMPTY,
            ProtocolVersions.NONE_BUT_FIRST,
            RaftOptions.DEFAULT,
            new Random(1),
            0);
    replica.callable(PEER, false);
    for (int i = 0; i < 200; i++) {
      replica.callable(member(i), false);
    }

    assertThat(replica.isCallable(PEER)).isFalse();
    assertThat(replica.isCallable(member(199))).isFalse();
    assertThat(replica.isCallable(member(198))).isTrue();
    assertThat(replica.uncallable).hasSize(2);
    replica.callable(PEER, true);
    assertThat(replica.isCallable(member(199))).isTrue();
    assertThat(replica.uncallable).isEmpty();
  }

  @Test
  void aLeaderThatAMinorityCannotCallStays() {
    Raft raft = leader(Members.group(5));

    heartbeats(raft, Set.of(2, 3));

    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aLeaderThatNoMajorityCanCallResigns() {
    Raft raft = leader(Members.group(5));

    heartbeats(raft, Set.of(2, 3, 4));

    assertThat(raft.status().role()).isNotEqualTo(Role.LEADER);
    assertThat(raft.status().resignation()).contains("no majority can call this server");
  }

  @Test
  void aLeaderHandsOverToAMemberThatAnswersAgain() {
    Raft raft = leader(Members.group(3));
    raft.callable(PEER, false);
    assertThat(raft.transfer(Optional.of(PEER))).isInstanceOf(TransferOutcome.Refused.class);

    heartbeats(raft, Set.of());

    assertThat(raft.transfer(Optional.of(PEER))).isInstanceOf(TransferOutcome.Started.class);
  }

  @Test
  void aJointLeaderNeedsBothMajoritiesToCallIt() {
    Configuration joint = Members.group(3).towards(new Configuration(Members.of(1, 4, 5))).joint();
    Raft raft = leader(joint);

    heartbeats(raft, Set.of(4));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    heartbeats(raft, Set.of(4, 5));
    assertThat(raft.status().role()).isNotEqualTo(Role.LEADER);
  }

  @Test
  void anAnswerThatWasOvertakenDoesNotCount() {
    Progress follower = new Progress(PEER, RaftOptions.DEFAULT, 1, 0);

    follower.reported(LeaderContact.CALLABLE, 8);
    follower.reported(LeaderContact.NOT_CALLABLE, 7);
    assertThat(follower.callsLeader()).isTrue();
    follower.reported(LeaderContact.NOT_CALLABLE, 9);
    assertThat(follower.callsLeader()).isFalse();
  }

  @Test
  void aServerThatIsAloneLeadsWhoeverCannotBeCalled() {
    Raft raft = start(Members.group(1));
    raft.callable(SELF, false);

    raft.advanceTo(raft.nextDeadlineNanos());
    raft.persisted(raft.ready().persist().orElseThrow().number());
    raft.advanceTo(raft.nextDeadlineNanos());

    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  /** Some heartbeats, which all answer; those of these numbers that they cannot call the leader. */
  private static void heartbeats(Raft raft, Set<Integer> deafTo) {
    for (int i = 0; i < 3; i++) {
      raft.advanceTo(raft.nextDeadlineNanos());
      for (Send send : raft.ready().sends()) {
        if (send.message() instanceof AppendEntries append) {
          raft.receive(
              send.to(),
              new AppendEntriesResponse(
                  append.term(),
                  false,
                  LogPosition.ORIGIN,
                  append.sequence(),
                  1,
                  LeadershipOptions.DEFAULT_PRIORITY,
                  deafTo.contains(Members.number(send.to()))
                      ? LeaderContact.NOT_CALLABLE
                      : LeaderContact.CALLABLE));
        }
      }
    }
  }

  private static boolean preVote(Raft raft) {
    raft.receive(PEER, new PreVote(1, LogPosition.ORIGIN, 1));
    return ((PreVoteResponse) raft.ready().sends().get(0).message()).voteGranted();
  }

  private static Raft leader(Configuration group) {
    Raft raft = start(group);
    raft.advanceTo(raft.nextDeadlineNanos());
    long sequence = raft.ready().sends().get(0).message().sequence();
    List<Member> others = group.allVoters().stream().filter(it -> !it.equals(SELF)).toList();
    others.forEach(it -> raft.receive(it, new PreVoteResponse(1, true, sequence)));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    others.forEach(it -> raft.receive(it, new RequestVoteResponse(1, true, sequence)));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    return raft;
  }

  private static Raft start(Configuration group) {
    return new Raft(SELF, group, DurableState.EMPTY, RaftOptions.DEFAULT, new Random(1), 0);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(1, number)), new Incarnation(1, number));
  }
}
