package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages that contradict what a server knows, or that name impossible numbers. */
final class MessageCheckTest {
  private static final RaftOptions D = RaftOptions.DEFAULT;
  private static final Member SELF = Members.member(1);
  private static final Member PEER = Members.member(2);
  private static final Member OTHER = Members.member(3);
  private static final long FAR = 3 + NumberLimits.MAX_TERM_JUMP + 1;
  private static final LogPosition LAST = new LogPosition(1, 1);

  private final Raft raft = start(Members.group(3));

  @Test
  void noMessageRaisesATermByMoreThanItsLimit() {
    for (Message message : everyKind(FAR, 1)) {
      if (!(message instanceof Message.Response)) {
        Refusals.assertRefused(raft, () -> raft.receive(PEER, message), "names term");
      }
    }
    for (Message message : everyKind(NumberLimits.MAX_TERM, 1)) {
      Refusals.assertRefused(raft, () -> raft.receive(PEER, message), "names term");
    }
    assertThat(raft.ready().persist()).isEmpty();
  }

  @Test
  void noMessageNamesATermOrANumberBeyondItsLimit() {
    Raft fresh = new Raft(SELF, Members.group(3), DurableState.EMPTY, D, new Random(1), 0);
    for (Raft each : List.of(raft, fresh)) {
      for (long term : new long[] {NumberLimits.MAX_TERM + 2, Long.MAX_VALUE}) {
        for (Message message : everyKind(term, 1)) {
          Refusals.assertRefused(each, () -> each.receive(PEER, message));
        }
      }
      for (Message message : everyKind(3, -1)) {
        Refusals.assertRefused(each, () -> each.receive(PEER, message));
      }
      assertThat(each.ready().persist()).isEmpty();
    }
  }

  @Test
  void noRequestOfTermZeroIsHandled() {
    Raft fresh = new Raft(SELF, Members.group(3), DurableState.EMPTY, D, new Random(1), 0);
    for (boolean transfer : new boolean[] {false, true}) {
      RequestVote request = new RequestVote(0, LogPosition.ORIGIN, 1, transfer);
      Refusals.assertRefused(fresh, () -> fresh.receive(PEER, request), "names term 0");
    }
    Refusals.assertRefused(fresh, () -> fresh.receive(PEER, new TimeoutNow(0, 1)), "names term 0");
    assertThat(fresh.ready().persist()).isEmpty();
  }

  @Test
  void aServerWithoutATermTakesAny() {
    Raft fresh = new Raft(SELF, Members.group(3), DurableState.EMPTY, D, new Random(1), 0);

    fresh.receive(PEER, heartbeat(1L << 40));

    assertThat(fresh.status().term()).isEqualTo(1L << 40);
  }

  @Test
  void noAnswerUsesUpTheTerms() {
    long last = NumberLimits.MAX_NAMED_TERM;
    Raft fresh = new Raft(SELF, Members.group(3), DurableState.EMPTY, D, new Random(1), 0);
    Refusals.assertRefused(fresh, () -> fresh.receive(PEER, heartbeat(last + 1)));
    Refusals.assertRefused(raft, () -> raft.receive(PEER, answer(last + 1)), "far above 3");

    raft.receive(PEER, answer(last));
    assertThat(raft.status().term()).isEqualTo(last);
    raft.receive(OTHER, heartbeat(last + 1));
    assertThat(raft.status().term()).as("elections go on").isEqualTo(last + 1);
  }

  @Test
  void aTermWithinTheLimitIsTakenFromOne() {
    raft.receive(PEER, heartbeat(FAR - 1));

    assertThat(raft.status().term()).isEqualTo(FAR - 1);
  }

  @Test
  void theLimitIsSpentOnceBeforeTheMembersCouldMeet() {
    raft.receive(PEER, heartbeat(FAR - 1));
    long again = FAR - 1 + NumberLimits.MAX_TERM_JUMP;
    Refusals.assertRefused(raft, () -> raft.receive(PEER, heartbeat(again)));
    raft.receive(PEER, heartbeat(FAR + 2));
    assertThat(raft.status().term()).as("elections go on").isEqualTo(FAR + 2);

    raft.noteTime(10 * D.electionTimeoutMaxNanos());
    raft.receive(PEER, heartbeat(again));
    assertThat(raft.status().term()).isEqualTo(again);
  }

  @Test
  void requestsInTheNameOfAllRaiseNoTermFar() {
    for (Member each : List.of(PEER, OTHER, PEER)) {
      Refusals.assertRefused(raft, () -> raft.receive(each, heartbeat(FAR)), "in a request");
      Refusals.assertRefused(raft, () -> raft.receive(each, new RequestVote(FAR, LAST, 1)));
      Refusals.assertRefused(raft, () -> raft.receive(each, new PreVote(FAR + 1, LAST, 1)));
    }
  }

  @Test
  void aFarTermIsBelievedFromAnAnswer() {
    Refusals.assertRefused(raft, () -> raft.receive(PEER, heartbeat(FAR)));

    raft.receive(PEER, new RequestVoteResponse(FAR, false, 1));

    assertThat(raft.status().term()).isEqualTo(FAR);
  }

  @Test
  void aServerThatDoesNotBelieveATermAsksSenderAndVoters() {
    Member newcomer = Members.member(9);
    raft.noteTime(D.electionTimeoutMaxNanos());
    raft.receive(newcomer, heartbeat(FAR));
    raft.receive(PEER, heartbeat(FAR));

    assertThat(raft.ready().sends())
        .extracting(Send::to)
        .as("once within a while")
        .containsExactly(PEER, OTHER, newcomer);
    raft.receive(OTHER, answer(FAR));
    assertThat(raft.status().term()).isEqualTo(FAR);
  }

  @Test
  void aServerInTheLastTermStaysAFollower() {
    Raft last = start(Members.group(1), NumberLimits.MAX_TERM);

    last.advanceTo(10 * D.electionTimeoutMaxNanos());

    assertThat(last.status().role()).isEqualTo(Role.FOLLOWER);
    assertThat(last.status().term()).isEqualTo(NumberLimits.MAX_TERM);
  }

  @Test
  void whatLiesBeyondTheLimitsIsNoPositionAndNoVote() {
    assertThatThrownBy(() -> new LogPosition(NumberLimits.MAX_INDEX + 1, 1))
        .hasMessageContaining("index 35184372088832 is not within 0 and 35184372088831");
    assertThatThrownBy(() -> new LogPosition(1, NumberLimits.MAX_TERM + 1))
        .hasMessageContaining("term");
    assertThatThrownBy(() -> new TermAndVote(NumberLimits.MAX_TERM + 1, Optional.empty()))
        .hasMessageContaining("term");
  }

  @Test
  void aCandidateWhoseLogIsOfALaterTermIsRefused() {
    Refusals.assertRefused(
        raft, () -> raft.receive(PEER, new RequestVote(4, new LogPosition(9, 5), 1)), "campaigns");
    Refusals.assertRefused(
        raft, () -> raft.receive(PEER, new PreVote(4, new LogPosition(9, 5), 1)), "campaigns");
  }

  @Test
  void aLeaderRefusesAnotherOfItsTerm() {
    lead(raft);

    Refusals.assertRefused(raft, () -> raft.receive(PEER, heartbeat(4)), "claims to lead");
    InstallSnapshot snapshot = snapshot(4);
    Refusals.assertRefused(raft, () -> raft.receive(PEER, snapshot), "claims to lead");
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aLeaderRefusesAnAnswerToWhatItNeverSent() {
    lead(raft);
    long never = 1L << 60;

    Refusals.assertRefused(raft, () -> raft.receive(PEER, accepted(LAST, never)), "never sent");
    Refusals.assertRefused(
        raft,
        () -> raft.receive(PEER, new InstallSnapshotResponse(4, false, 0, never)),
        "never sent");
  }

  @Test
  void aLeaderRefusesAnAcknowledgementOfWhatItNeverHad() {
    lead(raft);

    Refusals.assertRefused(
        raft, () -> raft.receive(PEER, accepted(new LogPosition(7, 4), 1)), "which this leader");
    Refusals.assertDivergence(
        raft, () -> raft.receive(PEER, accepted(new LogPosition(1, 3), 1)), "1@1 committed");
  }

  @Test
  void commandsAreNotWithheldFromAFullMember() {
    Raft member = start(Members.group(3));
    Entry bare = new Entry(new LogPosition(2, 3), WitnessEntry.INSTANCE);
    AppendEntries request = new AppendEntries(3, LAST, List.of(bare), 0, 1);

    Refusals.assertRefused(member, () -> member.receive(PEER, request), "holds no commands");
    assertThat(member.ready().persist()).isEmpty();
  }

  @Test
  void anEntryLargerThanARecordOfTheLogIsRefused() {
    Bytes most = Bytes.wrap(new byte[LogRoom.MAX_RECORD_BYTES - 67]);
    Bytes more = Bytes.wrap(new byte[LogRoom.MAX_RECORD_BYTES - 66]);

    Refusals.assertRefused(raft, () -> raft.receive(PEER, appending(more)), "4194305 bytes");
    assertThat(raft.ready().persist()).isEmpty();
    raft.receive(PEER, appending(most));
    assertThat(raft.status().last()).isEqualTo(new LogPosition(2, 3));
  }

  @Test
  void theTextOfAContradictionIsBounded() {
    Contradictions met = Contradictions.NONE.and("x".repeat(10_000));

    assertThat(met.last()).hasSize(Contradictions.MAX_TEXT_CHARS);
    assertThat(met.isEmpty()).isFalse();
  }

  private static List<Message> everyKind(long term, long sequence) {
    return List.of(
        new PreVote(term + 1 < 0 ? term : term + 1, LAST, sequence),
        new PreVoteResponse(term, false, sequence),
        new RequestVote(term, LAST, sequence, true),
        new RequestVoteResponse(term, false, sequence),
        new AppendEntries(term, LAST, List.of(), 0, sequence),
        new AppendEntriesResponse(term, false, LAST, sequence),
        new InstallSnapshot(term, snapshot(4).snapshot(), 0, Bytes.wrap(new byte[9]), sequence),
        new InstallSnapshotResponse(term, false, 0, sequence),
        new TimeoutNow(term, sequence),
        new TimeoutNowResponse(term, sequence),
        new ReadIndex(term, 1, sequence),
        new ReadIndexResponse(term, false, 0, 1, sequence));
  }

  private static InstallSnapshot snapshot(long term) {
    SnapshotMetadata snapshot =
        new SnapshotMetadata(new LogPosition(9, 3), 0, Members.group(3), 1, 9, 1);
    return new InstallSnapshot(term, snapshot, 0, Bytes.wrap(new byte[9]), 1);
  }

  private static PreVoteResponse answer(long term) {
    return new PreVoteResponse(term, false, 1);
  }

  private static AppendEntries heartbeat(long term) {
    return new AppendEntries(term, LAST, List.of(), 0, 1);
  }

  private static AppendEntries appending(Bytes parameters) {
    Entry entry = new Entry(new LogPosition(2, 3), new Command("u", "", parameters));
    return new AppendEntries(3, LAST, List.of(entry), 0, 1);
  }

  private static AppendEntriesResponse accepted(LogPosition verified, long sequence) {
    return new AppendEntriesResponse(4, true, verified, sequence);
  }

  /** In term 4. */
  private static void lead(Raft raft) {
    raft.advanceTo(raft.nextDeadlineNanos());
    long sequence = raft.ready().sends().get(0).message().sequence();
    raft.receive(PEER, new PreVoteResponse(4, true, sequence));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    raft.receive(PEER, new RequestVoteResponse(4, true, sequence));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  private static Raft start(Configuration group) {
    return start(group, 3);
  }

  /** With one committed entry of term 1. */
  private static Raft start(Configuration group, long term) {
    DurableState state =
        new DurableState(new TermAndVote(term, Optional.empty()), List.of(LAST), 1, 0, 1);
    return new Raft(SELF, group, state, D, new Random(1), 0);
  }
}
