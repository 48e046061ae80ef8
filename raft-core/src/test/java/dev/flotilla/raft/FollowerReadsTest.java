package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
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
      assertThat(ended)
          .isEqualTo(i < 12 ? List.of() : List.of(new ReadOutcome.Refused(1, Optional.of(LEADER))));
    }
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
    return new ReadIndexResponse(request.term(), true, 0, request.round(), request.sequence());
  }
}
