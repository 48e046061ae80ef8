package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private final WarmUp warmUp = new WarmUp(Duration.ofSeconds(12), Duration.ofSeconds(30));

  @Test
  void isNotOverBeforeTheMinimumEvenIfFlat() {
    add(11, 1_000);
    assertThat(warmUp.isOver()).isFalse();

    add(1, 1_000);
    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.result().seconds()).isEqualTo(12);
    assertThat(warmUp.result().flat()).isTrue();
  }

  @Test
  void fivePercentBetweenTwoStretchesOfFiveSecondsAreFlatAndSixAreNot() {
    add(2, 1);
    add(5, 1_000);
    add(5, 1_060);
    assertThat(warmUp.isOver()).isFalse();

    WarmUp flatter = new WarmUp(Duration.ofSeconds(10), Duration.ofSeconds(30));
    for (int i = 0; i < 10; i++) {
      flatter.add(i < 5 ? 1_000 : 1_050);
    }
    assertThat(flatter.isOver()).isTrue();
  }

  @Test
  void fallingThroughputIsNotFlatEither() {
    add(7, 1_000);
    add(5, 900);
    assertThat(warmUp.isOver()).isFalse();
  }

  @Test
  void endsAtTheMaximumAndSaysThatItWasNotFlat() {
    for (int second = 1; second <= 30; second++) {
      assertThat(warmUp.isOver()).as("after %d s", second - 1).isFalse();
      warmUp.add(second * 100L);
    }
    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.result().flat()).isFalse();
  }

  @Test
  void silenceIsNotWarm() {
    add(29, 0);
    assertThat(warmUp.isOver()).isFalse();
  }

  private void add(int seconds, long ops) {
    for (int i = 0; i < seconds; i++) {
      warmUp.add(ops);
    }
  }
}
