package dev.flotilla.raft.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CatchUpTest {
  private static final long LIMIT = 100;

  private final CatchUp newcomer = new CatchUp(() -> LIMIT, 50, 0);

  @Test
  void oneRoundThatEndsInTimeIsEnough() {
    newcomer.reached(49, 50, 20);
    assertThat(newcomer.isDone(20)).isFalse();
    newcomer.reached(50, 50, 99);
    assertThat(newcomer.isDone(99)).isTrue();
  }

  @Test
  void aRoundThatTookLongIsFollowedByOneToWhereTheLogEndsNow() {
    newcomer.reached(50, 80, 100);
    assertThat(newcomer.isDone(100)).isFalse();

    newcomer.reached(79, 90, 150);
    assertThat(newcomer.isDone(150)).isFalse();
    newcomer.reached(80, 90, 199);
    assertThat(newcomer.isDone(199)).isTrue();
  }

  @Test
  void whoFallsBehindAgainOrSilentIsNotDoneAnyMore() {
    newcomer.reached(50, 80, 10);
    assertThat(newcomer.isDone(109)).isTrue();
    assertThat(newcomer.isDone(110)).isFalse();

    newcomer.reached(80, 80, 150);
    assertThat(newcomer.isDone(150)).isFalse();
    newcomer.reached(80, 80, 160);
    assertThat(newcomer.isDone(160)).isTrue();
  }
}
