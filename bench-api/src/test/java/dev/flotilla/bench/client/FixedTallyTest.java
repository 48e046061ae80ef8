package dev.flotilla.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FixedTallyTest {
  @Test
  void firstAndLastIterationsCountForThroughputButNotForLatency() {
    FixedTally tally = new FixedTally(120);
    for (int i = 1; i <= 120; i++) {
      tally.done(i <= 10 || i > 110 ? 900_000_000L : i * 1_000L);
    }

    LoadResult result = tally.result(2_000_000_000L, 10);

    assertThat(result.ops()).isEqualTo(120);
    assertThat(result.throughputOpsPerSec()).isEqualTo(60);
    assertThat(result.latencies().getTotalCount()).isEqualTo(100);
    assertThat(result.latencies().getMinNonZeroValue()).isBetween(10_900L, 11_000L);
    assertThat(result.latencies().getMaxValue()).isBetween(110_000L, 110_200L);
  }

  @Test
  void failedIterationTakesItsPlaceInTheTrim() {
    FixedTally tally = new FixedTally(4);
    tally.failed("refused-busy");
    tally.done(1_000);
    tally.done(2_000);
    tally.done(3_000);

    LoadResult result = tally.result(1, 1);

    assertThat(result.ops()).isEqualTo(3);
    assertThat(result.latencies().getTotalCount()).isEqualTo(2);
    assertThat(result.errors()).containsEntry("refused-busy", 1L);
    assertThat(tally.wantsMore()).isFalse();
  }

  @Test
  void failuresDoNotShortenTheLongestWait() {
    FixedTally tally = new FixedTally(4);
    tally.ended(1, 3_000);
    tally.ended(-1, 5_000);
    tally.ended(-1, 8_000);
    tally.ended(1, 12_000);

    assertThat(tally.longestWaitMicros(1_000)).isEqualTo(9);
    assertThat(tally.acknowledgedMicros(1_000)).containsExactly(2L, 11L);
  }

  @Test
  void aWaitThatNoAnswerEndsCountsToo() {
    FixedTally tally = new FixedTally(2);
    tally.ended(1, 3_000);
    tally.ended(-1, 9_000);

    assertThat(tally.longestWaitMicros(0)).isEqualTo(6);
  }

  @Test
  void answersAfterTheRunWasGivenUpAreIgnored() {
    FixedTally tally = new FixedTally(2);
    tally.done(1);
    tally.stop();
    assertThat(tally.wantsMore()).isFalse();

    tally.done(1);
    tally.done(1);

    assertThat(tally.iterations()).isEqualTo(2);
    assertThat(tally.acknowledged()).isEqualTo(2);
  }
}
