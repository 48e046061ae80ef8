package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  @Test
  void aDriftThatNoClockHasIsRefused() {
    assertThatThrownBy(() -> LeadershipOptions.DEFAULT.withLeaseReads(-1))
        .hasMessageContaining("leaseDriftPerMille must be within 0 and");
  }
}
