package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a follower makes of answers to its reads that transcripts do not show. */
final class FollowerReadsTest {
  private static final long MILLI = 1_000_000;
  private static final Member LEADER = Members.member(2);

  @Test
  void anAnswerToAnEarlierLifeConfirmsNothing() {
    Raft before = follower(1);
    ReadIndex asked = ask(before, 1);
    Raft after = follower(2);
    ReadIndex askedAnew = ask(after, 2);
    assertThat(askedAnew.term()).isEqualTo(asked.term());
    assertThat(askedAnew.sequence()).isEqualTo(asked.sequence());

    after.receive(LEADER, answer(asked));

    assertThat(after.ready().reads()).isEmpty();
    after.receive(LEADER, answer(askedAnew));
    assertThat(after.ready().reads()).containsExactly(new ReadOutcome.Confirmed(2, 0));
  }

  @Test
  void anAnswerToAnyRequestOfTheRoundCountsButNoneToAnEarlierRound() {
    Raft follower = follower(1);
    ReadIndex first = ask(follower, 1);
    follower.advanceTo(60 * MILLI);
    ReadIndex again = (ReadIndex) follower.ready().sends().get(0).message();
    assertThat(again.round()).isEqualTo(first.round());

    follower.receive(LEADER, answer(first));
    assertThat(follower.ready().reads()).containsExactly(new ReadOutcome.Confirmed(1, 0));
    ask(follower, 2);
    follower.receive(LEADER, answer(again));
    assertThat(follower.ready().reads()).isEmpty();
  }

  @Test
  void aReadThatIsNotConfirmedInTimeIsRefusedThoughTheLeaderIsHeard() {
    Raft follower = follower(1);
    ask(follower, 1);
    for (int i = 1; i <= 12; i++) {
      follower.advanceTo(i * 25L * MILLI);
      heartbeat(follower, i);
      List<ReadOutcome> ended = follower.ready().reads();
      assertThat(ended).isEqualTo(i < 12 ? List.of() : List.of(refused(1, LEADER)));
    }
  }

  @Test
  void aQuestionIsRepeatedWithEachHeartbeatIntervalAndNotBefore() {
    Raft follower = follower(1);
    ask(follower, 1);
    assertThat(follower.nextDeadlineNanos()).isEqualTo(50 * MILLI);

    follower.advanceTo(50 * MILLI - 1);
    assertThat(follower.hasReady()).isFalse();
    follower.advanceTo(50 * MILLI);
    assertThat(follower.ready().sends()).extracting(Send::to).containsExactly(LEADER);
    assertThat(follower.nextDeadlineNanos()).isEqualTo(100 * MILLI);
  }

  @Test
  void aReadThatTheLeaderDoesNotConfirmIsRefusedAtOnce() {
    Raft follower = follower(1);
    ReadIndex asked = ask(follower, 1);

    follower.receive(
        LEADER, new ReadIndexResponse(asked.term(), false, 0, asked.round(), asked.sequence()));

    assertThat(follower.ready().reads()).containsExactly(refused(1, LEADER));
  }

  @Test
  void aConfirmedReadWaitsForItsIndexNoLongerThanAnElectionTimeout() {
    Raft follower = follower(1);
    follower.receive(LEADER, confirmation(ask(follower, 1), 1));
    follower.noteTime(100 * MILLI);
    follower.receive(LEADER, confirmation(ask(follower, 2), 1));
    heartbeat(follower, 2);
    follower.noteTime(200 * MILLI);
    heartbeat(follower, 3);
    follower.noteTime(299 * MILLI);
    heartbeat(follower, 4);
    assertThat(follower.nextDeadlineNanos()).isEqualTo(300 * MILLI);

    follower.advanceTo(300 * MILLI - 1);
    assertThat(follower.ready().reads()).isEmpty();
    follower.advanceTo(300 * MILLI);
    assertThat(follower.ready().reads()).containsExactly(refused(1, LEADER));
    assertThat(follower.nextDeadlineNanos()).isEqualTo(400 * MILLI);
  }

  @Test
  void aReadThatHasWaitedTooLongForARoundIsRefusedAndNobodyIsAsked() {
    Raft follower = follower(1);
    ask(follower, 1);
    follower.read(2);
    for (int beat = 1; beat <= 5; beat++) {
      follower.advanceTo(beat * 50 * MILLI);
      heartbeat(follower, 1 + beat);
    }
    follower.noteTime(299 * MILLI);
    heartbeat(follower, 7);
    follower.ready();

    follower.advanceTo(300 * MILLI);

    Ready ready = follower.ready();
    assertThat(ready.reads()).containsExactly(refused(1, LEADER), refused(2, LEADER));
    assertThat(ready.sends()).isEmpty();
  }

  @Test
  void anotherLeaderEndsEveryReadHoweverFarItIs() {
    Raft follower = follower(1);
    follower.receive(LEADER, confirmation(ask(follower, 1), 1));
    ask(follower, 2);
    follower.read(3);
    Member next = Members.member(3);

    follower.receive(next, new AppendEntries(2, LogPosition.ORIGIN, List.of(), 0, 1));

    assertThat(follower.ready().reads())
        .containsExactly(refused(1, next), refused(2, next), refused(3, next));
  }

  private static Raft follower(int seed) {
    Raft raft =
        new Raft(
            Members.member(1),
            Members.group(3),
            DurableState.EMPTY,
            RaftOptions.DEFAULT,
            new Random(seed),
            0);
    heartbeat(raft, 1);
    raft.ready();
    raft.persisted(1);
    return raft;
  }

  private static void heartbeat(Raft raft, long sequence) {
    raft.receive(LEADER, new AppendEntries(1, LogPosition.ORIGIN, List.of(), 0, sequence));
  }

  private static ReadIndex ask(Raft raft, long readId) {
    raft.read(readId);
    return (ReadIndex) raft.ready().sends().get(0).message();
  }

  private static ReadIndexResponse answer(ReadIndex request) {
    return confirmation(request, 0);
  }

  private static ReadIndexResponse confirmation(ReadIndex request, long index) {
    return new ReadIndexResponse(request.term(), true, index, request.round(), request.sequence());
  }

  private static ReadOutcome refused(long readId, Member leader) {
    return new ReadOutcome.Refused(readId, Optional.of(leader));
  }
}
