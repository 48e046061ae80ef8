package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.somda.sdc.dpws.DpwsConstants;

final class RetransmissionTest {
  @Test
  void pausesDoubleFromARandomFirstOneUpToTheLimit() {
    Retransmission four =
        new Retransmission(
            4, Duration.ofMillis(50), Duration.ofMillis(250), Duration.ofMillis(450));
    for (int seed = 0; seed < 100; seed++) {
      long[] pauses = four.pausesNanos(new Random(seed));
      assertThat(pauses[0]).as("seed " + seed).isBetween(50_000_000L, 250_000_000L);
      assertThat(pauses[1]).isEqualTo(Math.min(2 * pauses[0], 450_000_000L));
      assertThat(pauses[2]).isEqualTo(Math.min(4 * pauses[0], 450_000_000L));
      assertThat(pauses[3]).isEqualTo(Math.min(8 * pauses[0], 450_000_000L));
    }
  }

  @Test
  void theConstantsAreThoseThatAnotherStackReadInDpws() {
    assertThat(Retransmission.DPWS)
        .isEqualTo(
            new Retransmission(
                DpwsConstants.MULTICAST_UDP_REPEAT,
                DpwsConstants.UDP_MIN_DELAY,
                DpwsConstants.UDP_MAX_DELAY,
                DpwsConstants.UDP_UPPER_DELAY));
  }

  @Test
  void sameRandomNumbersGiveTheSamePauses() {
    assertThat(Retransmission.DPWS.pausesNanos(new Random(1)))
        .hasSize(1)
        .isEqualTo(Retransmission.DPWS.pausesNanos(new Random(1)));
  }
}
