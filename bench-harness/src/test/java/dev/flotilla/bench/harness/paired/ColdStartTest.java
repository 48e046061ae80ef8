package dev.flotilla.bench.harness.paired;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColdStartTest {
  private static final List<Long> RISING =
      List.of(10L, 20L, 50L, 70L, 80L, 91L, 95L, 100L, 100L, 100L, 100L, 100L);

  @Test
  void secondsCountToTheFirstSecondWithThatShare() {
    assertThat(ColdStart.secondsTo(0.5, RISING)).isEqualTo(3);
    assertThat(ColdStart.secondsTo(0.9, RISING)).isEqualTo(6);
  }

  @Test
  void throughputIsShownInWholeStretchesOfFiveSeconds() {
    ColdStart start =
        new ColdStart("a", 3, 1, 1, RISING, true, 3, 6, "", "", TestEnvironment.anywhere());

    assertThat(start.stretches()).containsExactly(46.0, 97.2);
  }

  @Test
  void nothingDoneTakesNoTime() {
    assertThat(ColdStart.secondsTo(0.5, List.of())).isZero();
  }
}
