package dev.flotilla.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How often the source is read. */
class PaceTest {
  private final Pace pace = new Pace(1_000);

  @Test
  void nothingIsReadWhileNobodyWatches() {
    assertThat(pace.begins(0, false)).isFalse();
    assertThat(pace.isWaiting(false)).isFalse();
    assertThat(pace.begins(0, true)).isTrue();
  }

  @Test
  void oneReadIsUnderWayAtATime() {
    assertThat(pace.begins(0, true)).isTrue();
    assertThat(pace.begins(5_000, true)).isFalse();
    pace.ended();
    assertThat(pace.begins(5_000, true)).isTrue();
  }

  @Test
  void aReadBeginsAPauseAfterTheLast() {
    assertThat(pace.begins(0, true)).isTrue();
    pace.ended();

    assertThat(pace.begins(999, true)).isFalse();
    assertThat(pace.waitNanos(999)).isEqualTo(1);
    assertThat(pace.begins(1_000, true)).isTrue();
  }

  @Test
  void anEventIsLookedAtOnceWithoutWatchers() {
    pace.askOnce();

    assertThat(pace.begins(0, false)).isTrue();
    pace.ended();
    assertThat(pace.begins(5_000, false)).isFalse();
  }

  @Test
  void anEventDuringAReadIsLookedAtAfterIt() {
    assertThat(pace.begins(0, true)).isTrue();
    pace.askOnce();
    pace.ended();

    assertThat(pace.isWaiting(false)).isTrue();
    assertThat(pace.begins(1_000, false)).isTrue();
  }
}
