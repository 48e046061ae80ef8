package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raft.progress.Progress;
import dev.flotilla.raft.progress.SnapshotTransfer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whom a leader sends what, and for how long it tells those that are left out (thesis §4.2.3). */
final class FollowersTest {
  private static final Member LEAVER = Members.member(3);
  private static final Member WITNESS = Members.member(4);
  private static final long PATIENCE_NANOS = 10 * RaftOptions.DEFAULT.electionTimeoutMaxNanos();
  private static final long STARTED_NANOS = 7;

  private final Replica replica = replica(Members.group(3), DurableState.EMPTY);
  private final Followers followers = new Followers(replica, Optional.empty());
  private final Progress leaver;

  FollowersTest() {
    followers.follow(1);
    leaver = followers.get(LEAVER);
    configure(Members.group(2));
  }

  @Test
  void whoIsLeftOutIsLetGoOfWhenItHoldsTheCommittedEntryThatSaysSo() {
    assertThat(followers.lastFor(leaver)).as("that is not committed").isZero();
    commit();
    assertThat(followers.lastFor(leaver)).isEqualTo(1);
    followers.dismiss();
    assertThat(followers.find(LEAVER)).as("it does not hold it").isPresent();

    leaver.accepted(new LogPosition(1, 1), 1, 1, STARTED_NANOS);
    followers.dismiss();

    assertThat(followers.find(LEAVER)).isEmpty();
    assertThat(followers.find(Members.member(2))).as("it stays").isPresent();
  }

  @Test
  void whoIsTakenBackAndLeftOutOnceMoreIsToldOnceMore() {
    configure(Members.group(3));
    configure(Members.group(2));
    commit();
    leaver.accepted(new LogPosition(1, 1), 1, 1, STARTED_NANOS);
    followers.dismiss();
    assertThat(followers.find(LEAVER)).isPresent();

    leaver.accepted(new LogPosition(3, 1), 2, 2, STARTED_NANOS);
    followers.dismiss();

    assertThat(followers.find(LEAVER)).isEmpty();
  }

  @Test
  void whoIsLeftOutAndSilentIsLetGoOfAfterTenElectionTimeouts() {
    commit();
    followers.dismiss();

    replica.advanceTo(STARTED_NANOS + PATIENCE_NANOS - 1);
    followers.dismiss();
    assertThat(followers.find(LEAVER)).isPresent();
    replica.advanceTo(STARTED_NANOS + PATIENCE_NANOS);
    followers.dismiss();
    assertThat(followers.find(LEAVER)).isEmpty();
  }

  @Test
  void nobodyIsLetGoOfBeforeItsLeavingIsCommitted() {
    followers.dismiss();
    replica.advanceTo(STARTED_NANOS + PATIENCE_NANOS);
    followers.dismiss();
    assertThat(followers.find(LEAVER)).isPresent();

    commit();
    followers.dismiss();
    assertThat(followers.find(LEAVER)).as("its time begins only now").isPresent();
  }

  @Test
  void aWitnessGetsNothingThatNoVoterWithStateHasOnItsDisk() {
    Followers group = leaderWithTwoOfSixEntries(Members.group(4, 4));
    Progress witness = group.get(WITNESS);
    assertThat(group.lastFor(group.get(LEAVER))).isEqualTo(6);
    assertThat(group.lastFor(witness)).as("what the leader has").isEqualTo(2);

    group.get(Members.member(2)).accepted(new LogPosition(4, 1), 1, 1, STARTED_NANOS);
    group.get(LEAVER).accepted(new LogPosition(3, 1), 2, 2, STARTED_NANOS);
    witness.accepted(new LogPosition(5, 1), 3, 3, STARTED_NANOS);
    assertThat(group.lastFor(witness)).isEqualTo(4);
  }

  @Test
  void aLeaderThatIsLeftOutIsNoVoterWithState() {
    Followers group =
        leaderWithTwoOfSixEntries(
            Configuration.of(Members.of(2, 3, 4), List.of(), List.of(WITNESS)));

    assertThat(group.lastFor(group.get(WITNESS))).isZero();
  }

  @Test
  void aWitnessGetsAllThatIsFromBeforeItBecameOne() {
    Followers group = leaderWithTwoOfSixEntries(Members.group(4, 4));
    Progress witness = group.get(WITNESS);

    witness.becomesWitness(3);
    assertThat(group.lastFor(witness)).as("the third entry is next").isEqualTo(6);
    witness.becomesWitness(2);
    assertThat(group.lastFor(witness)).isEqualTo(2);
  }

  @Test
  void itsDistanceIsCountedInEntriesAndInBytesOfASnapshotAndInTime() {
    commit();
    leaver.accepted(new LogPosition(1, 1), 1, 1, STARTED_NANOS);
    Progress other = followers.get(Members.member(2));
    SnapshotTransfer transfer =
        new SnapshotTransfer(
            new SnapshotMetadata(new LogPosition(1, 1), 0, Members.group(2), 1, 100, 7),
            RaftOptions.DEFAULT,
            0);
    other.beginTransfer(transfer);
    transfer.answered(new InstallSnapshotResponse(1, false, 30, 1));
    other.heard(1, STARTED_NANOS + 5);
    replica.advanceTo(STARTED_NANOS + 9);

    assertThat(followers.distances())
        .containsExactlyInAnyOrder(
            new FollowerDistance(other.member(), 0, 1, OptionalLong.of(70), 4),
            new FollowerDistance(LEAVER, 1, 0, OptionalLong.empty(), 9));
  }

  private void configure(Configuration configuration) {
    long index = replica.log.lastIndex() + 1;
    replica.append(new Entry(new LogPosition(index, 1), configuration));
    followers.follow(index + 1);
  }

  private void commit() {
    replica.committed.commitUpTo(replica.log.lastIndex(), replica.log);
  }

  /** Two of them are on its disk; to everybody it sends the third next. */
  private static Followers leaderWithTwoOfSixEntries(Configuration group) {
    TermAndVote vote = new TermAndVote(1, Optional.empty());
    Replica leader =
        replica(group, new DurableState(vote, List.of(new LogPosition(1, 1)), 2, 0, 0));
    for (int index = 3; index <= 6; index++) {
      leader.append(new Entry(new LogPosition(index, 1), NoOp.INSTANCE));
    }
    Followers sent = new Followers(leader, Optional.empty());
    sent.follow(3);
    return sent;
  }

  private static Replica replica(Configuration group, DurableState state) {
    return new Replica(
        Members.member(1),
        group,
        state,
        ProtocolVersions.NONE_BUT_FIRST,
        RaftOptions.DEFAULT,
        new Random(1),
        STARTED_NANOS);
  }
}
