package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the transcripts called {@code member-*} do not show of a change of members. */
final class MembershipChangeTest {
  private static final long NO_OP_INDEX = 1;

  @Test
  void whoHasCaughtUpStaysSoAndWhoIsGivenUpIsNotWaitedForWhenTheGoalIsReplaced() {
    Member alive = Members.member(3);
    Replica replica = leader(Members.group(2));
    MembershipChange change = new MembershipChange(replica, NO_OP_INDEX);
    decide(replica, Members.group(2).towards(Members.group(4)));
    change.configured();
    replica.versions.heard(alive, ProtocolVersions.FIRST);
    Progress progress = new Progress(alive, RaftOptions.DEFAULT, 1, 0);
    progress.accepted(replica.log.last(), 1, 1, 0);
    change.acknowledged(progress);
    assertThat(change.next()).as("the fourth is dead").isEmpty();

    Configuration replaced = Members.group(2).towards(Members.group(3));
    decide(replica, replaced);
    change.configured();

    assertThat(change.next()).contains(replaced.joint());
  }

  @Test
  void whoAsksForWhatIsUnderWayAlreadyWaitsForItAndForNothingElse() {
    Replica replica = leader(Members.group(2));
    MembershipChange change = new MembershipChange(replica, NO_OP_INDEX);
    Configuration joint = Members.group(2).towards(Members.group(3)).joint();
    decide(replica, joint);

    assertThat(change.decide(joint.settled()))
        .contains(new ChangeOutcome.Accepted(replica.log.last()));
    assertThat(change.decide(Members.group(2)))
        .contains(new ChangeOutcome.Refused(ChangeOutcome.Reason.CHANGE_UNDER_WAY));
  }

  @Test
  void whoAsksForWhatIsInForceIsToldSoOnlyOnceItIsCommitted() {
    Replica replica = leader(Members.group(2));
    MembershipChange change = new MembershipChange(replica, NO_OP_INDEX);
    Configuration three = Members.group(3);
    LogPosition next = new LogPosition(replica.log.lastIndex() + 1, 1);
    replica.append(new Entry(next, three));

    assertThat(change.decide(three)).contains(new ChangeOutcome.Accepted(next));

    replica.committed.commitUpTo(next.index(), replica.log);
    assertThat(change.decide(three)).contains(new ChangeOutcome.Unchanged());
  }

  @Test
  void newcomersCountWithThoseWhoLeaveForTheBoundOfMembers() {
    List<Member> all = new ArrayList<>();
    for (int i = 1; i <= Configuration.MAX_MEMBERS + 1; i++) {
      all.add(new Member(new NodeId(new UUID(0, i)), new Incarnation(0, i)));
    }
    int count = Configuration.MAX_MEMBERS - 1;
    Replica replica = leader(learning(all.subList(0, count)));
    MembershipChange change = new MembershipChange(replica, NO_OP_INDEX);

    assertThat(change.decide(learning(pick(all, 0, 1, 2, count)))).as("one newcomer").isEmpty();
    assertThat(change.decide(learning(pick(all, 0, count, count + 1))))
        .contains(new ChangeOutcome.Refused(ChangeOutcome.Reason.TOO_MANY_MEMBERS));
  }

  @Test
  void theBoundHoldsWhileAnotherChangeWaitsForNewcomers() {
    List<Member> all = new ArrayList<>();
    for (int i = 1; i <= Configuration.MAX_MEMBERS + 1; i++) {
      all.add(new Member(new NodeId(new UUID(0, i)), new Incarnation(0, i)));
    }
    Configuration now = new Configuration(all.subList(0, 3));
    Configuration goal = new Configuration(all.subList(0, Configuration.MAX_MEMBERS));
    Replica replica = leader(now.towards(goal));
    MembershipChange change = new MembershipChange(replica, NO_OP_INDEX);

    assertThat(change.decide(new Configuration(all.subList(1, all.size()))))
        .contains(new ChangeOutcome.Refused(ChangeOutcome.Reason.TOO_MANY_MEMBERS));
  }

  /** In an office whose no-op is committed. */
  private static Replica leader(Configuration group) {
    Replica replica =
        new Replica(
            group.voters().get(0),
            group,
            DurableState.EMPTY,
            ProtocolVersions.NONE_BUT_FIRST,
            RaftOptions.DEFAULT,
            new Random(1),
            0);
    decide(replica, NoOp.INSTANCE);
    return replica;
  }

  private static void decide(Replica replica, Payload payload) {
    LogPosition next = new LogPosition(replica.log.lastIndex() + 1, 1);
    replica.append(new Entry(next, payload));
    replica.committed.commitUpTo(next.index(), replica.log);
  }

  /** The first votes, the others learn. */
  private static Configuration learning(List<Member> members) {
    return Configuration.of(members.subList(0, 1), members.subList(1, members.size()), List.of());
  }

  private static List<Member> pick(List<Member> members, int... places) {
    return Arrays.stream(places).mapToObj(members::get).toList();
  }
}
