package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.SnapshotTransfer;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What a leader does with its snapshot and its disk when several followers lack what it stands for.
 */
final class SnapshotSenderTest {
  private static final Member FIRST = Members.member(2);
  private static final Member SECOND = Members.member(3);
  private static final Member WITNESS = Members.member(4);
  private static final Configuration GROUP = Members.group(4, 4);
  private static final SnapshotMetadata SNAPSHOT = snapshot(8);
  private static final SnapshotMetadata NEWER = snapshot(10);
  private static final Bytes PIECE = Bytes.wrap(new byte[] {1, 2, 3, 4});

  /** After 13 pieces of 4 bytes, 52, where 51.2 are allowed and 1024 more a second. */
  private static final long WHEN_OPEN_NANOS = 781_250;

  /** Its log begins after the eighth of ten entries, all applied. */
  private final Replica replica =
      new Replica(
          Members.member(1),
          GROUP,
          new DurableState(
              new TermAndVote(1, Optional.empty()),
              List.of(),
              10,
              0,
              10,
              SNAPSHOT.last(),
              Optional.of(SNAPSHOT),
              List.of(),
              false),
          ProtocolVersions.NONE_BUT_FIRST,
          RaftOptions.DEFAULT.withCompaction(
              new CompactionOptions(0, 0, 4, CompactionOptions.MIN_BYTES_PER_SECOND)),
          new Random(1),
          0);

  private final Followers followers = new Followers(replica, Optional.empty());
  private final SnapshotSender sender = new SnapshotSender(replica, followers);

  SnapshotSenderTest() {
    followers.follow(1);
  }

  @Test
  void aPieceThatTwoFollowersWantIsReadOnceAndSentToBoth() {
    work(FIRST);
    work(SECOND);

    assertThat(replica.effects.takeChunks()).containsExactly(new LoadChunk(SNAPSHOT, 0, 4));
    assertThat(sender.isAwaited(SNAPSHOT, 0)).isTrue();
    assertThat(sender.isAwaited(SNAPSHOT, 4)).isFalse();
    sender.loaded(SNAPSHOT, 0, PIECE);
    assertThat(replica.effects.takeSends()).extracting(Send::to).containsExactly(FIRST, SECOND);
    assertThat(sender.isAwaited(SNAPSHOT, 0)).isFalse();
  }

  @Test
  void aTransferWhoseFileIsGoneBeginsAnewWithTheNewestSnapshot() {
    work(FIRST);
    replica.effects.takeChunks();
    replica.snapshots.taken(NEWER);

    sender.loaded(SNAPSHOT, 0, Bytes.EMPTY);
    work(FIRST);

    assertThat(replica.effects.takeSends()).isEmpty();
    assertThat(replica.effects.takeChunks()).containsExactly(new LoadChunk(NEWER, 0, 4));
  }

  @Test
  void aNewestSnapshotThatTheDiskDoesNotHaveIsNotAskedForWithoutEnd() {
    work(FIRST);
    replica.effects.takeChunks();
    replica.snapshots.taken(NEWER);
    sender.loaded(SNAPSHOT, 0, Bytes.EMPTY);
    work(FIRST);
    assertThat(replica.effects.takeChunks()).containsExactly(new LoadChunk(NEWER, 0, 4));

    sender.loaded(NEWER, 0, Bytes.EMPTY);

    assertThat(sender.hasWork(followers.get(FIRST))).isFalse();
    work(FIRST);
    replica.advanceTo(RaftOptions.DEFAULT.heartbeatNanos() - 1);
    sender.tick();
    work(FIRST);
    assertThat(replica.effects.takeChunks()).isEmpty();
    replica.advanceTo(RaftOptions.DEFAULT.electionTimeoutMinNanos());
    sender.tick();
    work(FIRST);
    assertThat(replica.effects.takeChunks()).containsExactly(new LoadChunk(NEWER, 0, 4));
  }

  @Test
  void neitherAnOlderSnapshotNorAnotherFileOfTheNewestTakesItsPlace() {
    replica.snapshots.taken(NEWER);
    replica.snapshots.taken(snapshot(9));
    replica.snapshots.taken(new SnapshotMetadata(NEWER.last(), 0, GROUP, 1, 10, 99));

    work(FIRST);
    assertThat(replica.effects.takeChunks()).containsExactly(new LoadChunk(NEWER, 0, 4));
  }

  @Test
  void aStateGoesOnAsItBeganWhileAWitnessIsToldOfTheNewestSnapshot() {
    work(FIRST);
    work(WITNESS);
    assertThat(told()).containsExactly(SNAPSHOT.withoutState());
    sender.loaded(SNAPSHOT, 0, PIECE);
    answered(4);
    replica.snapshots.taken(NEWER);
    replica.effects.takeSends();

    replica.advanceTo(RaftOptions.DEFAULT.electionTimeoutMinNanos());
    sender.tick();
    replica.effects.takeChunks();
    work(FIRST);
    work(WITNESS);

    assertThat(replica.effects.takeChunks()).containsExactly(new LoadChunk(SNAPSHOT, 4, 4));
    assertThat(told()).containsExactly(NEWER.withoutState());
  }

  @Test
  void aWitnessIsNotToldAgainBeforeItHasHadTimeToAnswer() {
    work(WITNESS);
    told();

    work(WITNESS);
    assertThat(told()).isEmpty();
  }

  @Test
  void aStateIsBeingSentWhileWhoLacksItIsHeard() {
    long silence = RaftOptions.DEFAULT.electionTimeoutMaxNanos();
    assertThat(sender.isSending()).isFalse();
    work(WITNESS);
    assertThat(sender.isSending()).as("there is no state in it").isFalse();
    work(FIRST);
    assertThat(sender.isSending()).isTrue();

    replica.advanceTo(silence - 1);
    assertThat(sender.isSending()).isTrue();
    replica.advanceTo(silence);
    assertThat(sender.isSending()).isFalse();
    followers.get(SECOND).heard(1, silence);
    assertThat(sender.isSending()).as("to another, who lacks nothing").isFalse();
    followers.get(FIRST).heard(1, silence);
    assertThat(sender.isSending()).isTrue();
  }

  @Test
  void whoHasNothingYetOfAnOlderSnapshotIsSentTheNewest() {
    work(FIRST);
    replica.snapshots.taken(NEWER);
    sender.loaded(SNAPSHOT, 0, PIECE);
    replica.effects.takeChunks();
    work(FIRST);
    assertThat(replica.effects.takeChunks()).as("it may be on its way").isEmpty();

    replica.advanceTo(RaftOptions.DEFAULT.electionTimeoutMinNanos());
    sender.tick();
    work(FIRST);

    assertThat(replica.effects.takeChunks()).containsExactly(new LoadChunk(NEWER, 0, 4));
  }

  @Test
  void aPieceThatIsNotAnsweredForTooLongIsNotBeingSent() {
    long bearableNanos = 30 * RaftOptions.DEFAULT.electionTimeoutMaxNanos();
    sendPiece();
    hearAt(bearableNanos - 1);
    assertThat(sender.isSending()).isTrue();
    sender.tick();
    sendPiece();

    hearAt(bearableNanos);
    assertThat(sender.isSending()).as("sent again").isFalse();
    answered(4);
    assertThat(sender.isSending()).isTrue();
    hearAt(3 * bearableNanos);
    assertThat(sender.isSending()).as("nothing is owed").isTrue();
  }

  @Test
  void aTransferThatIsSetBackIsBeingSentAgainWhenMoreThanItsFirstPieceIsTaken() {
    sendPiece();
    answered(4);
    sendPiece();
    answered(0);
    assertThat(sender.isSending()).isFalse();
    sendPiece();
    answered(4);
    assertThat(sender.isSending()).as("which it does with a full disk, too").isFalse();

    sendPiece();
    answered(8);

    assertThat(sender.isSending()).isTrue();
  }

  private void hearAt(long nanos) {
    replica.advanceTo(nanos);
    followers.get(FIRST).heard(1, nanos);
  }

  private void sendPiece() {
    work(FIRST);
    sender.loaded(SNAPSHOT, transfer().offset(), PIECE);
  }

  private void answered(long nextOffset) {
    transfer().answered(new InstallSnapshotResponse(1, false, nextOffset, replica.lastSequence));
  }

  private SnapshotTransfer transfer() {
    return followers.get(FIRST).transfer().orElseThrow();
  }

  @Test
  void aTransferKeepsItsPaceAndTellsWhenItGoesOn() {
    long sent = sendAllThatMayLeave();
    assertThat(sent).isEqualTo(13);
    assertThat(sender.hasWork(followers.get(FIRST))).isFalse();
    long openNanos = sender.deadlineOr(Long.MAX_VALUE / 2);
    assertThat(openNanos).isBetween(WHEN_OPEN_NANOS, WHEN_OPEN_NANOS + 2);
    assertThat(sender.deadlineOr(1)).as("an earlier one").isEqualTo(1);

    replica.advanceTo(WHEN_OPEN_NANOS - 1000);
    assertThat(sendAllThatMayLeave()).isZero();
    replica.advanceTo(openNanos);
    assertThat(sender.hasWork(followers.get(FIRST))).isTrue();
    assertThat(sendAllThatMayLeave()).isEqualTo(1);
  }

  @Test
  void aLogThatGrowsLetsATransferGoOn() {
    assertThat(sendAllThatMayLeave()).isPositive();

    sender.logBytes += 3;

    assertThat(sender.hasWork(followers.get(FIRST))).isTrue();
    assertThat(sendAllThatMayLeave()).isEqualTo(3);
  }

  @Test
  void aTransferThatIsNoLongerNeededWakesNobody() {
    sendAllThatMayLeave();

    followers.get(FIRST).refused(10, 1, 1);

    assertThat(sender.deadlineOr(Long.MAX_VALUE / 2)).isEqualTo(Long.MAX_VALUE / 2);
  }

  /** How many pieces of four bytes the first follower is sent, and answers, at this moment. */
  private int sendAllThatMayLeave() {
    int pieces = 0;
    work(FIRST);
    while (!replica.effects.takeChunks().isEmpty()) {
      SnapshotTransfer transfer = followers.get(FIRST).transfer().orElseThrow();
      sender.loaded(SNAPSHOT, transfer.offset(), PIECE);
      transfer.answered(
          new InstallSnapshotResponse(1, false, (pieces + 1) % 2 * 4L, replica.lastSequence));
      pieces++;
      work(FIRST);
    }
    return pieces;
  }

  private void work(Member follower) {
    sender.work(followers.get(follower));
  }

  /** The snapshots that messages have left for. */
  private List<SnapshotMetadata> told() {
    return replica.effects.takeSends().stream()
        .map(send -> ((InstallSnapshot) send.message()).snapshot())
        .toList();
  }

  private static SnapshotMetadata snapshot(long index) {
    return new SnapshotMetadata(new LogPosition(index, 1), 0, GROUP, 1, 10, index);
  }
}
