package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.message.RequestVote;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LeaseTest {
  private static final int HISTORIES = 25;

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 200, 1000})
  void noReadIsStaleWhileClocksDifferByNoMoreThanAssumed(int perMille) {
    int confirmed = 0;
    for (long seed = 1; seed <= HISTORIES; seed++) {
      LeaseHistory history = new LeaseHistory(seed, perMille, perMille);
      history.live();
      assertThat(history.staleReads()).as("stale reads, seed %d", seed).isZero();
      confirmed += history.confirmedReads();
    }
    assertThat(confirmed).as("reads seen").isGreaterThan(HISTORIES * 100);
  }

  /** The assumption matters: what the documentation warns of does happen. */
  @Test
  void aReadIsStaleWhenClocksDifferByMoreThanAssumed() {
    int stale = 0;
    for (long seed = 1; seed <= 3 * HISTORIES; seed++) {
      LeaseHistory history = new LeaseHistory(seed, 10, 1_500);
      history.live();
      stale += history.staleReads();
    }
    assertThat(stale).isPositive();
  }

  /**
   * It may have answered the leader that made it the only member, whose lease rests on that; and
   * who was left out and does not know it yet may ask for its vote.
   */
  @Test
  void whoIsAloneNowKeepsQuietAfterARestartAllTheSame() {
    long max = RaftOptions.DEFAULT.electionTimeoutMaxNanos();
    DurableState state = new DurableState(new TermAndVote(5, Optional.empty()), List.of(), 0, 0, 0);
    Raft raft =
        new Raft(Members.member(1), Members.group(1), state, RaftOptions.DEFAULT, new Random(1), 0);
    raft.advanceTo(max - 1);

    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 1));

    assertThat(raft.status().term()).isEqualTo(5);
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    raft.noteTime(max);
    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 2));
    assertThat(raft.status().term()).isEqualTo(6);
  }

  @Test
  void aDriftThatNoClockHasIsRefused() {
    assertThatThrownBy(() -> LeadershipOptions.DEFAULT.withLeaseReads(-1))
        .hasMessageContaining("leaseDriftPerMille must be within 0 and");
  }
}
