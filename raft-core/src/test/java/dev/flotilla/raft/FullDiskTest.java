package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.log.LogRoom.Next;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A server whose disk sets aside no more room for the log (safety rule 11). */
final class FullDiskTest {
  private static final long MILLI = 1_000_000;
  private static final Member LEADER = Members.member(2);
  private static final Member OTHER = Members.member(3);
  private static final int OWN_BYTES = 200;

  /** That this server knows, and the others only where a test says so. */
  private static final int NEWER_VERSION = ProtocolVersions.FIRST + 1;

  private final Raft raft =
      new Raft(
          Members.member(1),
          Members.group(3),
          DurableState.EMPTY,
          new ProtocolVersions(ProtocolVersions.FIRST, NEWER_VERSION),
          RaftOptions.DEFAULT,
          new Random(1),
          0);
  private final List<Send> sent = new ArrayList<>();
  private long nowNanos;
  private long written;

  @Test
  void aLeaderTakesNoCommandThatItsDiskHasNoRoomFor() {
    room(1_000, Next.NO_ROOM);
    lead(Optional::of);

    assertThat(raft.propose(command(100))).isInstanceOf(ProposalOutcome.Appended.class);
    assertThat(raft.propose(command(1_000))).isEqualTo(new ProposalOutcome.NoRoom(Next.NO_ROOM));
    drive(Optional::of);
    room(1_000, Next.BEING_MADE);
    assertThat(raft.propose(command(1_000))).isEqualTo(new ProposalOutcome.NoRoom(Next.BEING_MADE));
    room(2_000, Next.BEING_MADE);
    assertThat(raft.propose(command(1_000))).isInstanceOf(ProposalOutcome.Appended.class);
  }

  @Test
  void aLeaderWithoutRoomConfirmsReads() {
    room(500, Next.NO_ROOM);
    lead(Optional::of);
    assertThat(raft.propose(command(500))).isInstanceOf(ProposalOutcome.NoRoom.class);

    raft.read(7);
    drive(Optional::of);

    assertThat(reads).containsExactly(new ReadOutcome.Confirmed(7, 1));
  }

  @Test
  void aLeaderWhoseDiskIsFullHandsOverToOneThatHasRoom() {
    room(500, Next.NO_ROOM);
    lead(Optional::of);

    pass(3_000, Optional::of);

    assertThat(sent)
        .filteredOn(send -> send.message() instanceof TimeoutNow)
        .isNotEmpty()
        .extracting(Send::to)
        .containsAnyOf(LEADER, OTHER);
  }

  @Test
  void aLeaderWhoseDiskIsFullStaysWhereNobodyHasRoom() {
    room(500, Next.NO_ROOM);
    lead(FullDiskTest::withoutRoom);

    pass(3_000, FullDiskTest::withoutRoom);

    assertThat(sent).noneMatch(send -> send.message() instanceof TimeoutNow);
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aLeaderWithoutRoomForAChangeOfMembersRefusesIt() {
    room(LogRoom.bytesOf(NoOp.INSTANCE), Next.NO_ROOM);
    lead(FullDiskTest::withoutRoom);

    assertThat(raft.change(Members.group(2)))
        .isEqualTo(new ChangeOutcome.Refused(ChangeOutcome.Reason.NO_ROOM));
    room(1_000, Next.NO_ROOM);
    assertThat(raft.change(Members.group(2))).isInstanceOf(ChangeOutcome.Accepted.class);
  }

  @Test
  void aChangeOfMembersThatHasBegunGoesOnOnceThereIsRoom() {
    room(LogRoom.bytesOf(NoOp.INSTANCE), Next.NO_ROOM);
    lead(FullDiskTest::withoutRoom);
    Configuration begun = Members.group(3).towards(Members.group(2));
    room(LogRoom.bytesOf(begun), Next.NO_ROOM);
    assertThat(raft.change(Members.group(2))).isInstanceOf(ChangeOutcome.Accepted.class);

    pass(1_000, FullDiskTest::withoutRoom);
    assertThat(raft.status().commitIndex()).isEqualTo(raft.status().last().index());
    assertThat(raft.status().configuration()).isEqualTo(begun);
    room(5_000, Next.NO_ROOM);
    drive(FullDiskTest::withoutRoom);

    assertThat(raft.status().configuration()).isEqualTo(Members.group(2));
  }

  @Test
  void aVersionThatAllKnowIsActivatedOnceThereIsRoom() {
    room(LogRoom.bytesOf(NoOp.INSTANCE), Next.NO_ROOM);
    lead(FullDiskTest::withoutRoom);
    pass(1_000, FullDiskTest::newerWithoutRoom);
    assertThat(raft.status().last().index()).as("the first entry of its term").isEqualTo(1);

    room(1_000, Next.NO_ROOM);
    pass(1_000, FullDiskTest::newerWithoutRoom);

    assertThat(raft.status().activeVersion()).isEqualTo(NEWER_VERSION);
  }

  @Test
  void aFollowerTakesAndAcknowledgesOnlyWhatItHasRoomFor() {
    int entryBytes = LogRoom.bytesOf(command(100));
    room(OWN_BYTES + 2 * entryBytes, Next.NO_ROOM);

    AppendEntriesResponse answer = append(1, entries(5));
    assertThat(answer.success()).isTrue();
    assertThat(answer.hint()).isEqualTo(new LogPosition(2, 1));
    assertThat(answer.priority()).as("it is to lead").isEqualTo(LeadershipOptions.NEVER);

    // Again, and as it is full by now, nothing.
    assertThat(append(2, entries(5)).hint()).isEqualTo(new LogPosition(2, 1));
    assertThat(raft.status().last()).isEqualTo(new LogPosition(2, 1));
    room(OWN_BYTES + 3 * entryBytes, Next.READY);
    answer = append(3, entries(5));
    assertThat(answer.hint()).isEqualTo(new LogPosition(5, 1));
    assertThat(answer.priority()).isEqualTo(LeadershipOptions.DEFAULT_PRIORITY);
  }

  @Test
  void aFollowerWithoutRoomForACommandTakesALeadersOwnEntry() {
    room(OWN_BYTES, Next.NO_ROOM);
    Entry noOp = new Entry(new LogPosition(1, 1), NoOp.INSTANCE);
    assertThat(append(1, List.of(noOp)).hint()).isEqualTo(new LogPosition(1, 1));
  }

  @Test
  void aFollowerWithoutRoomKeepsWhatConflictsUntilItHasRoom() {
    room(5_000, Next.NO_ROOM);
    append(1, entries(2));
    room(OWN_BYTES, Next.NO_ROOM);
    List<Entry> later = List.of(new Entry(new LogPosition(2, 2), command(100)));

    raft.receive(OTHER, new AppendEntries(2, new LogPosition(1, 1), later, 0, 9));
    drive(Optional::of);

    assertThat(raft.status().last()).isEqualTo(new LogPosition(2, 1));
    assertThat(lastAnswer().hint()).isEqualTo(new LogPosition(1, 1));
  }

  @Test
  void aFollowerWithoutRoomVotes() {
    room(0, Next.NO_ROOM);
    append(1, entries(1));
    pass(400, response -> Optional.empty());

    raft.receive(OTHER, new RequestVote(5, new LogPosition(3, 1), 1));
    drive(Optional::of);

    assertThat(sent).extracting(Send::message).contains(new RequestVoteResponse(5, true, 1));
  }

  @Test
  void whoHasNoRoomForALeadersFirstEntryDoesNotCampaign() {
    room(LogRoom.bytesOf(NoOp.INSTANCE) - 1, Next.NO_ROOM);
    pass(2_000, Optional::of);
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);

    room(LogRoom.bytesOf(NoOp.INSTANCE), Next.NO_ROOM);
    pass(2_000, response -> Optional.empty());
    assertThat(raft.status().role()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void aFollowerThatTakesNothingIsTriedOnceAnElectionTimeoutInTheEnd() {
    room(1_000_000, Next.READY);
    lead(Optional::of);
    raft.propose(command(10_000));
    Function<AppendEntriesResponse, Optional<AppendEntriesResponse>> takesNothing =
        response -> Optional.of(withHint(response, new LogPosition(1, response.term())));
    pass(2_000, takesNothing);
    sent.clear();

    pass(3_000, takesNothing);

    long tries =
        sent.stream()
            .filter(send -> send.to().equals(LEADER))
            .filter(send -> send.message() instanceof AppendEntries it && !it.entries().isEmpty())
            .count();
    assertThat(tries).isBetween(5L, 11L);
  }

  private final List<ReadOutcome> reads = new ArrayList<>();

  private void room(int bytes, Next next) {
    raft.room(new LogRoom(written, bytes, 0, OWN_BYTES, next));
  }

  private AppendEntriesResponse append(long sequence, List<Entry> entries) {
    raft.receive(LEADER, new AppendEntries(1, LogPosition.ORIGIN, entries, 0, sequence));
    drive(Optional::of);
    return lastAnswer();
  }

  private AppendEntriesResponse lastAnswer() {
    return sent.stream()
        .map(Send::message)
        .filter(AppendEntriesResponse.class::isInstance)
        .map(AppendEntriesResponse.class::cast)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static List<Entry> entries(int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      entries.add(new Entry(new LogPosition(i, 1), command(100)));
    }
    return entries;
  }

  private void lead(Function<AppendEntriesResponse, Optional<AppendEntriesResponse>> others) {
    nowNanos = 400 * MILLI;
    raft.advanceTo(nowNanos);
    long term = raft.status().term();
    drive(others);
    raft.receive(LEADER, new PreVoteResponse(term + 1, true, 1));
    drive(others);
    raft.receive(LEADER, new RequestVoteResponse(term + 1, true, 3));
    drive(others);
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  private void pass(
      long millis, Function<AppendEntriesResponse, Optional<AppendEntriesResponse>> others) {
    for (int i = 0; i < millis / 10; i++) {
      nowNanos += 10 * MILLI;
      raft.advanceTo(nowNanos);
      drive(others);
    }
  }

  /** The disk keeps up; the others answer what they are to, which is made of what they would. */
  private void drive(Function<AppendEntriesResponse, Optional<AppendEntriesResponse>> others) {
    while (raft.hasReady()) {
      Ready ready = raft.ready();
      reads.addAll(ready.reads());
      ready.sends().forEach(send -> deliver(send, others));
      ready.persist().ifPresent(persist -> write(persist, others));
    }
  }

  private void write(
      Persist persist, Function<AppendEntriesResponse, Optional<AppendEntriesResponse>> others) {
    written += persist.entries().size();
    raft.persisted(persist.number());
    persist.afterDurable().forEach(send -> deliver(send, others));
  }

  private void deliver(
      Send send, Function<AppendEntriesResponse, Optional<AppendEntriesResponse>> others) {
    sent.add(send);
    Message message = send.message();
    if (message instanceof AppendEntries request) {
      others
          .apply(
              new AppendEntriesResponse(
                  request.term(), true, request.lastVerified(), request.sequence()))
          .ifPresent(answer -> raft.receive(send.to(), answer));
    }
  }

  private static Optional<AppendEntriesResponse> withoutRoom(AppendEntriesResponse response) {
    return withoutRoom(response, response.version());
  }

  private static Optional<AppendEntriesResponse> newerWithoutRoom(AppendEntriesResponse response) {
    return withoutRoom(response, NEWER_VERSION);
  }

  private static Optional<AppendEntriesResponse> withoutRoom(
      AppendEntriesResponse response, int version) {
    return Optional.of(
        new AppendEntriesResponse(
            response.term(),
            response.success(),
            response.hint(),
            response.sequence(),
            version,
            LeadershipOptions.NEVER));
  }

  private static AppendEntriesResponse withHint(AppendEntriesResponse response, LogPosition hint) {
    return new AppendEntriesResponse(response.term(), true, hint, response.sequence());
  }

  private static Command command(int parameterBytes) {
    return new Command("u", "", Bytes.wrap(new byte[parameterBytes]));
  }
}
