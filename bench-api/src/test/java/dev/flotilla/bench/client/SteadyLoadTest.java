package dev.flotilla.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SteadyLoadTest {
  @Test
  void everyAnswerIsInExactlyOneWindow() {
    SteadyLoad load = new SteadyLoad();
    load.done(1_000);
    load.done(2_000);
    load.failed("lost");
    LoadResult first = load.cutWindow();
    load.done(3_000);
    LoadResult second = load.cutWindow();
    LoadResult third = load.cutWindow();

    assertThat(first.ops()).isEqualTo(2);
    assertThat(first.errors()).containsEntry("lost", 1L);
    assertThat(second.ops()).isEqualTo(1);
    assertThat(second.errors()).isEmpty();
    assertThat(second.latencies().getMaxValue()).isBetween(3_000L, 3_010L);
    assertThat(third.ops()).isZero();
  }

  @Test
  void latenciesBeyondTheHistogramAreKeptAtItsEnd() {
    SteadyLoad load = new SteadyLoad();
    load.done(Long.MAX_VALUE);

    assertThat(load.cutWindow().ops()).isEqualTo(1);
  }

  @Test
  void stopEndsTheLoops() {
    SteadyLoad load = new SteadyLoad();
    assertThat(load.wantsMore()).isTrue();

    load.stop();

    assertThat(load.wantsMore()).isFalse();
  }
}
