package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Raft thesis §6.4: a read is confirmed by answers to what was sent after it arrived. */
final class ReadRoundsTest {
  private final ReadRounds rounds = new ReadRounds();
  private final Replica replica =
      new Replica(
          Members.member(1),
          Members.group(3),
          DurableState.EMPTY,
          ProtocolVersions.NONE_BUT_FIRST,
          RaftOptions.DEFAULT,
          new Random(1),
          0);

  @Test
  void noRoundIsDueWithoutReads() {
    assertThat(rounds.isRoundDue()).isFalse();
    assertThat(rounds.isUnderWay).isFalse();
  }

  @Test
  void aQuorumsAnswersToTheRoundConfirmItsReadsAtTheCommitIndexOfItsStart() {
    rounds.add(new Reader.Client(7));
    rounds.add(new Reader.Client(8));
    assertThat(rounds.isRoundDue()).isTrue();
    rounds.start(5, 30);
    assertThat(rounds.isUnderWay).isTrue();

    rounds.answered(5, replica);

    assertThat(replica.effects.takeReads())
        .containsExactly(new ReadOutcome.Confirmed(7, 30), new ReadOutcome.Confirmed(8, 30));
    assertThat(rounds.isUnderWay).isFalse();
  }

  @Test
  void answersToWhatWasSentBeforeTheRoundConfirmNothing() {
    rounds.add(new Reader.Client(7));
    rounds.start(5, 30);

    rounds.answered(4, replica);

    assertThat(replica.effects.takeReads()).isEmpty();
    assertThat(rounds.isUnderWay).isTrue();
    rounds.answered(6, replica);
    assertThat(replica.effects.takeReads()).containsExactly(new ReadOutcome.Confirmed(7, 30));
  }

  @Test
  void aReadThatArrivesDuringARoundWaitsForTheNext() {
    rounds.add(new Reader.Client(7));
    rounds.start(5, 30);
    rounds.add(new Reader.Client(8));
    assertThat(rounds.isRoundDue()).as("while one is under way").isFalse();

    rounds.answered(9, replica);
    assertThat(replica.effects.takeReads()).containsExactly(new ReadOutcome.Confirmed(7, 30));
    assertThat(rounds.isRoundDue()).isTrue();

    rounds.start(10, 40);
    assertThat(rounds.isRoundDue()).as("with nothing left to wait").isFalse();
    rounds.answered(10, replica);
    assertThat(replica.effects.takeReads()).containsExactly(new ReadOutcome.Confirmed(8, 40));
  }

  @Test
  void aReadIsConfirmedOnce() {
    rounds.add(new Reader.Client(7));
    rounds.start(5, 30);
    rounds.answered(5, replica);
    replica.effects.takeReads();

    rounds.answered(6, replica);
    assertThat(replica.effects.takeReads()).isEmpty();
    rounds.add(new Reader.Client(8));
    rounds.start(7, 31);
    rounds.answered(7, replica);
    assertThat(replica.effects.takeReads()).containsExactly(new ReadOutcome.Confirmed(8, 31));
  }

  @Test
  void theEndOfAnOfficeRefusesReadsInTheRoundAndThoseThatWait() {
    Optional<Member> leader = Optional.of(Members.member(2));
    rounds.add(new Reader.Client(7));
    rounds.start(5, 30);
    rounds.add(new Reader.Client(8));

    rounds.refuseAll(leader, replica);

    assertThat(replica.effects.takeReads())
        .containsExactly(new ReadOutcome.Refused(7, leader), new ReadOutcome.Refused(8, leader));
  }

  @Test
  void aFollowerThatAsksTooOftenKeepsNobodyElseFromAsking() {
    Member greedy = Members.member(2);
    for (int i = 1; i < ReadRounds.MAX_QUESTIONS_PER_FOLLOWER; i++) {
      rounds.add(new Reader.Peer(greedy, new ReadIndex(1, i, i)));
    }
    rounds.start(5, 30);
    assertThat(rounds.isTooMuchOf(greedy)).isFalse();

    rounds.add(new Reader.Peer(greedy, new ReadIndex(1, 99, 99)));

    assertThat(rounds.isTooMuchOf(greedy)).as("those under way and those that wait").isTrue();
    assertThat(rounds.isTooMuchOf(Members.member(3))).isFalse();
    rounds.answered(5, replica);
    assertThat(rounds.isTooMuchOf(greedy)).isFalse();
  }
}
