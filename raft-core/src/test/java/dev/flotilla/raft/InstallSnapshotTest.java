package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.model.Bytes;
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
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a follower does with a snapshot, piece by piece. */
final class InstallSnapshotTest {
  private static final Configuration GROUP = Members.group(3);
  private static final Member LEADER = Members.member(2);
  private static final long TERM = 5;
  private static final SnapshotMetadata SNAPSHOT = snapshot(8, 4, 77);

  /** Five entries, of which two are committed. */
  private final Raft raft = start(2);

  private long sequence;

  @Test
  void aSnapshotOfWhatTheLogHoldsIsAnsweredAsDoneAndReplacesNothing() {
    send(snapshot(4, 3, 1), 0, 3);

    Ready ready = raft.ready();
    InstallSnapshotResponse answer = (InstallSnapshotResponse) promised(ready);
    assertThat(answer.done()).isTrue();
    assertThat(ready.persist()).isEmpty();
    assertThat(raft.status().last()).isEqualTo(new LogPosition(5, 3));
    assertThat(raft.status().commitIndex()).isEqualTo(4);
  }

  @Test
  void aSnapshotThatIsOlderThanTheOwnIsAnsweredAsDone() {
    raft.compacted(snapshot(2, 3, 1));
    send(snapshot(1, 1, 9), 0, 3);

    assertThat(((InstallSnapshotResponse) promised(raft.ready())).done()).isTrue();
    assertThat(raft.status().commitIndex()).isEqualTo(2);
  }

  @Test
  void aSnapshotThatContradictsWhatIsCommittedIsRefused() {
    Refusals.assertDivergence(
        raft, () -> send(snapshot(2, 4, 1), 0, 3), "has 2@4 where this log has 2@3 committed");
  }

  @Test
  void piecesAreWrittenInOrderAndTheAnswerNamesTheNext() {
    send(SNAPSHOT, 0, 4);
    assertThat(nextOffset()).isEqualTo(4);
    send(SNAPSHOT, 6, 4);
    assertThat(nextOffset()).isEqualTo(4);
    send(SNAPSHOT, 0, 4);
    assertThat(nextOffset()).isEqualTo(4);
    send(SNAPSHOT, 4, 4);
    assertThat(nextOffset()).isEqualTo(8);
  }

  @Test
  void aPieceIsIgnoredWhileTheOneBeforeItIsBeingWritten() {
    send(SNAPSHOT, 0, 4);
    send(SNAPSHOT, 4, 4);
    send(snapshot(9, 4, 78), 0, 4);
    Ready first = raft.ready();
    assertThat(steps(first)).hasSize(1);
    send(SNAPSHOT, 0, 4);
    send(SNAPSHOT, 4, 4);
    assertThat(raft.hasReady()).isFalse();

    persisted(first);
    send(SNAPSHOT, 4, 4);

    assertThat(nextOffset()).isEqualTo(8);
  }

  @Test
  void piecesOfAnotherFileForTheSamePositionAreNotMixedWithTheFirst() {
    send(SNAPSHOT, 0, 4);
    assertThat(nextOffset()).isEqualTo(4);

    send(snapshot(8, 4, 78), 4, 4);

    assertThat(nextOffset()).isZero();
  }

  @Test
  void aFileThatIsNotWhatItShouldBeIsSentAnew() {
    send(SNAPSHOT, 0, 10);
    persisted(raft.ready());

    raft.snapshotRefused(SNAPSHOT);
    assertThat(raft.status().last()).isEqualTo(new LogPosition(5, 3));
    send(SNAPSHOT, 8, 2);

    assertThat(nextOffset()).isZero();
  }

  @Test
  void aFileForWhichThereIsNoRoomIsTakenFromItsBeginningAfterAWhile() {
    send(SNAPSHOT, 0, 4);
    persisted(raft.ready());
    raft.snapshotUnwritable(SNAPSHOT, 4);
    send(SNAPSHOT, 4, 4);
    Ready paused = raft.ready();
    assertThat(paused.sends()).isEmpty();
    assertThat(paused.persist()).isEmpty();

    raft.noteTime(10 * RaftOptions.DEFAULT.electionTimeoutMaxNanos());
    send(SNAPSHOT, 4, 4);
    assertThat(nextOffset()).isZero();
    send(SNAPSHOT, 0, 4);
    assertThat(nextOffset()).isEqualTo(4);
  }

  @Test
  void theLogIsResetWhenTheFileIsCheckedAndNotBefore() {
    send(SNAPSHOT, 0, 10);
    Ready written = raft.ready();
    assertThat(written.persist().orElseThrow().afterDurable())
        .noneMatch(it -> it.message() instanceof InstallSnapshotResponse);
    assertThat(raft.status().last()).isEqualTo(new LogPosition(5, 3));

    raft.snapshotReceived(SNAPSHOT);

    Persist persist = raft.ready().persist().orElseThrow();
    assertThat(persist.snapshotSteps()).containsExactly(new SnapshotStep.ResetLog(SNAPSHOT));
    assertThat(persist.afterDurable())
        .extracting(Send::message)
        .containsExactly(new InstallSnapshotResponse(TERM, true, 0, sequence));
    assertThat(raft.status().last()).isEqualTo(SNAPSHOT.last());
    assertThat(raft.status().durableIndex()).isZero();
  }

  @Test
  void theInstallationOfAFileIsNoAnswerToTheSenderOfALaterOne() {
    SnapshotMetadata later = snapshot(9, 4, 78);
    send(SNAPSHOT, 0, 10);
    persisted(raft.ready());
    send(later, 0, 10);
    persisted(raft.ready());

    raft.snapshotReceived(SNAPSHOT);
    assertThat(raft.ready().persist().orElseThrow().afterDurable()).isEmpty();
    raft.snapshotReceived(later);
    assertThat(promised(raft.ready()))
        .isEqualTo(new InstallSnapshotResponse(TERM, true, 0, sequence));
  }

  @Test
  void aLogThatGetsThereByItselfMeanwhileIsNotReset() {
    send(SNAPSHOT, 0, 10);
    raft.ready();
    List<Entry> entries = List.of(entry(6, 4), entry(7, 4), entry(8, 4));
    sequence++;
    raft.receive(LEADER, new AppendEntries(TERM, new LogPosition(5, 3), entries, 5, sequence));

    raft.snapshotReceived(SNAPSHOT);

    Persist persist = raft.ready().persist().orElseThrow();
    assertThat(persist.snapshotSteps()).isEmpty();
    assertThat(persist.entries()).isEqualTo(entries);
    assertThat(raft.status().last()).isEqualTo(SNAPSHOT.last());
  }

  @Test
  void aPartOfWhatTheLogHasByItselfIsGivenUp() {
    send(SNAPSHOT, 0, 4);
    persisted(raft.ready());
    List<Entry> entries = List.of(entry(6, 4), entry(7, 4), entry(8, 4));
    commit(entries, 7);
    assertThat(steps(raft.ready())).as("not committed").isEmpty();

    commit(List.of(), 8);

    assertThat(steps(raft.ready())).containsExactly(new SnapshotStep.GiveUp(SNAPSHOT));
    commit(List.of(), 8);
    assertThat(raft.ready().persist().map(Persist::snapshotSteps).orElse(List.of()))
        .as("only once")
        .isEmpty();
  }

  @Test
  void aPartThatAFormerProcessHasReceivedIsGivenUpToo() {
    raft.snapshotArriving(SNAPSHOT, 4);
    commit(List.of(entry(6, 4), entry(7, 4), entry(8, 4)), 8);

    assertThat(steps(raft.ready())).containsExactly(new SnapshotStep.GiveUp(SNAPSHOT));
  }

  private void commit(List<Entry> entries, long leaderCommit) {
    LogPosition previous = entries.isEmpty() ? SNAPSHOT.last() : new LogPosition(5, 3);
    sequence++;
    raft.receive(LEADER, new AppendEntries(TERM, previous, entries, leaderCommit, sequence));
  }

  @Test
  void entriesFromBeforeTheBaseAreAcknowledged() {
    send(SNAPSHOT, 0, 10);
    persisted(raft.ready());
    raft.snapshotReceived(SNAPSHOT);
    persisted(raft.ready());
    sequence++;

    raft.receive(
        LEADER,
        new AppendEntries(
            TERM,
            new LogPosition(6, 4),
            List.of(entry(7, 4), entry(8, 4), entry(9, 4)),
            9,
            sequence));

    Ready ready = raft.ready();
    assertThat(promised(ready))
        .isEqualTo(new AppendEntriesResponse(TERM, true, new LogPosition(9, 4), sequence));
    assertThat(ready.persist().orElseThrow().entries()).containsExactly(entry(9, 4));
  }

  @Test
  void aReadThatTheLeaderHasConfirmedIsHandedOutAsSoonAsTheSnapshotIsInstalled() {
    send(SNAPSHOT, 0, 10);
    raft.read(7);
    ReadIndex asked = asked(raft.ready());
    raft.receive(LEADER, new ReadIndexResponse(TERM, true, 8, asked.round(), asked.sequence()));
    assertThat(raft.ready().reads()).isEmpty();

    raft.snapshotReceived(SNAPSHOT);

    assertThat(raft.hasReady()).isTrue();
    assertThat(raft.ready().reads()).containsExactly(new ReadOutcome.Confirmed(7, 8));
  }

  @Test
  void theVersionAndTheLogTimeOfTheSnapshotAreKnown() {
    SnapshotMetadata newer = new SnapshotMetadata(SNAPSHOT.last(), 700, GROUP, 2, 10, 1);
    Raft upgraded = start(new ProtocolVersions(1, 2));
    install(upgraded, newer);
    assertThat(upgraded.status().activeVersion()).isEqualTo(2);
    Refusals.assertRefused(upgraded, () -> append(upgraded, 699), "log time 699");
    append(upgraded, 700);
    assertThat(upgraded.status().last().index()).isEqualTo(9);

    Raft older = start(new ProtocolVersions(1, 1));
    InstallSnapshot piece = new InstallSnapshot(TERM, newer, 0, Bytes.wrap(new byte[10]), 1);
    Refusals.assertRefused(older, () -> older.receive(LEADER, piece), "uses version 2");
    assertThat(older.ready().persist()).isEmpty();
  }

  @Test
  void aFullMemberTakesNoSnapshotWithoutState() {
    send(SNAPSHOT.withoutState(), 0, 0);

    Ready ready = raft.ready();
    assertThat(ready.sends()).isEmpty();
    assertThat(ready.persist()).isEmpty();
  }

  @Test
  void aWitnessTakesWhatASnapshotStandsForAndIsMarkedBeforeItsLogIsReset() {
    Member self = Members.member(1);
    Configuration members =
        new Configuration(Members.of(1, 2, 3), List.of(), List.of(), List.of(), List.of(self));
    SnapshotMetadata bare =
        new SnapshotMetadata(SNAPSHOT.last(), 700, members, 1, 10, 1).withoutState();
    Raft witness =
        new Raft(
            self, Configuration.NONE, DurableState.EMPTY, RaftOptions.DEFAULT, new Random(1), 0);
    witness.receive(LEADER, new InstallSnapshot(TERM, bare, 0, Bytes.EMPTY, 1));
    Persist written = witness.ready().persist().orElseThrow();
    assertThat(written.snapshotSteps())
        .containsExactly(new SnapshotStep.WriteChunk(bare, 0, Bytes.EMPTY));
    assertThat(written.afterDurable()).isEmpty();
    witness.persisted(written.number());

    witness.snapshotReceived(bare);

    Persist persist = witness.ready().persist().orElseThrow();
    assertThat(persist.snapshotSteps())
        .containsExactly(new SnapshotStep.MarkWitness(), new SnapshotStep.ResetLog(bare));
    assertThat(persist.afterDurable())
        .extracting(Send::message)
        .containsExactly(new InstallSnapshotResponse(TERM, true, 0, 1));
  }

  private static void install(Raft raft, SnapshotMetadata snapshot) {
    raft.receive(LEADER, new InstallSnapshot(TERM, snapshot, 0, Bytes.wrap(new byte[10]), 1));
    raft.snapshotReceived(snapshot);
  }

  private static void append(Raft raft, long timeMillis) {
    Entry next = new Entry(new LogPosition(9, 4), timeMillis, NoOp.INSTANCE);
    raft.receive(LEADER, new AppendEntries(TERM, SNAPSHOT.last(), List.of(next), 8, 2));
  }

  private static Raft start(ProtocolVersions versions) {
    return new Raft(
        Members.member(1),
        GROUP,
        DurableState.EMPTY,
        versions,
        RaftOptions.DEFAULT,
        new Random(1),
        0);
  }

  private static ReadIndex asked(Ready ready) {
    return ready.sends().stream()
        .map(Send::message)
        .filter(ReadIndex.class::isInstance)
        .map(ReadIndex.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anAnswerFromTheDiskAboutEntriesThatAreGoneIsIgnored() {
    raft.compacted(snapshot(2, 3, 1));

    raft.loaded(1, List.of(entry(1, 1), entry(2, 3)));

    assertThat(raft.ready().committed()).isEmpty();
  }

  private Raft start(long applied) {
    DurableState state =
        new DurableState(
            new TermAndVote(TERM, Optional.empty()),
            List.of(new LogPosition(1, 1), new LogPosition(2, 3)),
            5,
            0,
            applied);
    return new Raft(
        Members.member(1), GROUP, state, RaftOptions.DEFAULT.withSnapshots(4, 0), new Random(1), 0);
  }

  private void send(SnapshotMetadata snapshot, long offset, int bytes) {
    sequence++;
    raft.receive(
        LEADER, new InstallSnapshot(TERM, snapshot, offset, Bytes.wrap(new byte[bytes]), sequence));
  }

  private long nextOffset() {
    Ready ready = raft.ready();
    InstallSnapshotResponse answer =
        (InstallSnapshotResponse)
            (ready.sends().isEmpty() ? promised(ready) : ready.sends().get(0).message());
    assertThat(answer.done()).isFalse();
    assertThat(answer.sequence()).isEqualTo(sequence);
    persisted(ready);
    return answer.nextOffset();
  }

  private static List<SnapshotStep> steps(Ready ready) {
    return ready.persist().orElseThrow().snapshotSteps();
  }

  private void persisted(Ready ready) {
    ready.persist().ifPresent(it -> raft.persisted(it.number()));
  }

  private static Object promised(Ready ready) {
    return ready.sends().isEmpty()
        ? ready.persist().orElseThrow().afterDurable().get(0).message()
        : ready.sends().get(0).message();
  }

  private static Entry entry(long index, long term) {
    return new Entry(new LogPosition(index, term), 0, NoOp.INSTANCE);
  }

  private static SnapshotMetadata snapshot(long index, long term, long checksum) {
    return new SnapshotMetadata(new LogPosition(index, term), 0, GROUP, 1, 10, checksum);
  }
}
