package dev.flotilla.raftdpws.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class HeldAnswersTest {
  private static final long MILLI = 1_000_000;
  private static final long ELECTION_MILLIS = 300;
  private static final long LONG_ELECTION_MILLIS = 59_000;

  private final Queue<Runnable> timers = new ArrayDeque<>();
  private final List<Long> answeredAtMillis = new ArrayList<>();
  private long nowNanos;
  private boolean isReady;
  private long electionMillis = ELECTION_MILLIS;
  private final HeldAnswers held =
      new HeldAnswers(this::later, () -> nowNanos, () -> electionMillis * MILLI);

  @Test
  void anAnswerWaitsForOneElectionAtMost() {
    assertThat(held.untilElected(this::answers)).isTrue();
    pump(1_000);

    assertThat(answeredAtMillis).containsExactly(ELECTION_MILLIS);
    assertThat(held.size()).isZero();
    assertThat(timers).isEmpty();
  }

  @Test
  void noAnswerWaitsForALongElectionUntilTheConnectionIsClosed() {
    electionMillis = LONG_ELECTION_MILLIS;
    assertThat(held.untilElected(this::answers)).isTrue();
    pump(2 * LONG_ELECTION_MILLIS);

    assertThat(answeredAtMillis).containsExactly(HeldAnswers.ELECTED_MILLIS);
  }

  @Test
  void anAnswerIsGivenSoonAfterItIsThere() {
    held.untilElected(this::answers);
    pump(100);
    isReady = true;
    pump(100);

    assertThat(answeredAtMillis).containsExactly(150L);
  }

  @Test
  void noAnswerIsGivenAtOnce() {
    isReady = true;
    held.untilElected(this::answers);
    held.forAMoment(this::answers);
    assertThat(answeredAtMillis).isEmpty();
    pump(1_000);

    assertThat(answeredAtMillis)
        .containsExactly(HeldAnswers.PAUSE_MILLIS, HeldAnswers.PAUSE_MILLIS);
  }

  @Test
  void anAnswerThatComesToAPauseUnderWayWaitsForAWholeOne() {
    held.untilElected(this::answers);
    nowNanos += 40 * MILLI;
    isReady = true;
    held.forAMoment(this::answers);
    nowNanos -= 40 * MILLI;
    pump(1_000);

    assertThat(answeredAtMillis).containsExactly(50L, 100L);
  }

  @Test
  void moreThanTheTableHoldsIsNotHeld() {
    for (int i = 0; i < HeldAnswers.MAX_HELD; i++) {
      assertThat(held.untilKnown(this::answers)).isTrue();
    }
    assertThat(held.untilKnown(this::answers)).isFalse();
    pump(2 * HeldAnswers.KNOWN_MILLIS);

    assertThat(answeredAtMillis)
        .hasSize(HeldAnswers.MAX_HELD)
        .allMatch(at -> at == HeldAnswers.KNOWN_MILLIS);
    assertThat(held.size()).isZero();
  }

  @Test
  void anAnswerThatFailsIsNotTriedAgain() {
    held.untilElected(
        isLast -> {
          answeredAtMillis.add(nowNanos / MILLI);
          throw new IllegalStateException("told to break");
        });
    pump(1_000);

    assertThat(answeredAtMillis).hasSize(1);
  }

  private boolean answers(boolean isLast) {
    boolean ends = isReady || isLast;
    if (ends) {
      answeredAtMillis.add(nowNanos / MILLI);
    }
    return ends;
  }

  private void later(Duration delay, Runnable task) {
    assertThat(delay).isEqualTo(Duration.ofMillis(HeldAnswers.PAUSE_MILLIS));
    timers.add(task);
  }

  private void pump(long millis) {
    long until = nowNanos + millis * MILLI;
    while (nowNanos < until) {
      nowNanos += HeldAnswers.PAUSE_MILLIS * MILLI;
      Runnable next = timers.poll();
      if (next != null) {
        next.run();
      }
    }
  }
}
