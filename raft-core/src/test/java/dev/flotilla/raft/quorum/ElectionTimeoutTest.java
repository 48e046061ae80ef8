package dev.flotilla.raft.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raft.options.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ElectionTimeoutTest {
  private static final long MILLIS = 1_000_000;
  private static final long SECONDS = 1_000 * MILLIS;
  private static final long START = 7 * SECONDS;
  private static final RaftOptions OPTIONS = RaftOptions.DEFAULT;

  private final ElectionTimeout timeout = new ElectionTimeout(OPTIONS, START);

  @Test
  void withoutDelaysTheConfiguredTimeoutIsInForce() {
    assertThat(timeout.inForce()).isEqualTo(TimeoutInForce.configured(OPTIONS));
    assertThat(timeout.minNanos()).isEqualTo(150 * MILLIS);
    assertThat(timeout.maxNanos()).isEqualTo(300 * MILLIS);
  }

  @Test
  void aTimerThatIsNotDueIsNoDelay() {
    timeout.advanceTo(START, START + 40 * MILLIS);

    assertThat(timeout.inForce()).isEqualTo(TimeoutInForce.configured(OPTIONS));
  }

  @Test
  void smallDelaysAreMeasuredAndChangeNothing() {
    timeout.advanceTo(START + 50 * MILLIS, START);

    assertThat(timeout.inForce())
        .isEqualTo(new TimeoutInForce(150 * MILLIS, 300 * MILLIS, 50 * MILLIS, 0));
  }

  @Test
  void aLateTimerStretchesTheTimeout() {
    timeout.advanceTo(START + 200 * MILLIS, START);

    assertThat(timeout.inForce())
        .isEqualTo(new TimeoutInForce(750 * MILLIS, 1_500 * MILLIS, 200 * MILLIS, 0));
  }

  @Test
  void heartbeatsFarApartStretchTheTimeout() {
    timeout.heardLeader(3, START);
    timeout.heardLeader(3, START + 250 * MILLIS);

    assertThat(timeout.inForce().delayNanos()).isEqualTo(200 * MILLIS);
    assertThat(timeout.minNanos()).isEqualTo(750 * MILLIS);
  }

  @Test
  void theTimeFromOneLeaderToTheNextIsNoDelay() {
    timeout.heardLeader(3, START);
    timeout.heardLeader(4, START + 800 * MILLIS);

    assertThat(timeout.inForce()).isEqualTo(TimeoutInForce.configured(OPTIONS));
  }

  @Test
  void answersOfAQuorumFarApartStretchTheTimeout() {
    timeout.apart(250 * MILLIS);

    assertThat(timeout.minNanos()).isEqualTo(750 * MILLIS);
  }

  @Test
  void noDelayStretchesTheTimeoutBeyondTheBound() {
    for (long delay : new long[] {SECONDS, 5 * SECONDS, 3_600 * SECONDS, Long.MAX_VALUE / 2}) {
      ElectionTimeout stretched = new ElectionTimeout(OPTIONS, START);
      stretched.apart(delay);

      assertThat(stretched.maxNanos()).isEqualTo(TimeoutInForce.MAX_STRETCHED_NANOS);
      assertThat(stretched.minNanos()).isEqualTo(TimeoutInForce.MAX_STRETCHED_NANOS / 2);
    }
  }

  @Test
  void aConfiguredTimeoutBeyondTheBoundStaysAsItIs() {
    RaftOptions slow = OPTIONS.withTiming(new Timing(5_000, 20_000, 1_000));
    ElectionTimeout stretched = new ElectionTimeout(slow, START);
    stretched.apart(60 * SECONDS);

    assertThat(stretched.minNanos()).isEqualTo(5 * SECONDS);
    assertThat(stretched.maxNanos()).isEqualTo(20 * SECONDS);
  }

  @Test
  void aDelayThatStaysAloneIsForgottenAfterTwentySeconds() {
    timeout.apart(500 * MILLIS);
    beCalmUntil(START + 19 * SECONDS);
    assertThat(timeout.minNanos()).isGreaterThan(150 * MILLIS);

    beCalmUntil(START + 20 * SECONDS);

    assertThat(timeout.inForce()).isEqualTo(TimeoutInForce.configured(OPTIONS));
  }

  @Test
  void delaysThatComeAgainCountForAMinute() {
    timeout.apart(500 * MILLIS);
    beCalmUntil(START + 15 * SECONDS);
    timeout.apart(400 * MILLIS);
    beCalmUntil(START + 59 * SECONDS);
    assertThat(timeout.inForce().delayNanos()).isEqualTo(350 * MILLIS);

    beCalmUntil(START + 75 * SECONDS);

    assertThat(timeout.inForce()).isEqualTo(TimeoutInForce.configured(OPTIONS));
  }

  @Test
  void aMinuteOfCalmGivesEveryStretchBack() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ElectionTimeout some = new ElectionTimeout(OPTIONS, START);
      long now = disturb(some, random, START);
      some.advanceTo(now + 60 * SECONDS, now + 60 * SECONDS);

      assertThat(some.inForce()).as("seed %s", seed).isEqualTo(TimeoutInForce.configured(OPTIONS));
    }
  }

  @Test
  void itIsNeverShorterThanConfiguredNorBeyondTheBound() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ElectionTimeout some = new ElectionTimeout(OPTIONS, START);
      long now = START;
      for (int i = 0; i < 500; i++) {
        now = disturb(some, random, now);

        assertThat(some.minNanos())
            .as("seed %s", seed)
            .isBetween(150 * MILLIS, TimeoutInForce.MAX_STRETCHED_NANOS / 2);
        assertThat(some.maxNanos() / 2 - some.minNanos()).as("seed %s", seed).isBetween(-1L, 1L);
      }
    }
  }

  @Test
  void equalDelaysGiveEqualTimeouts() {
    List<TimeoutInForce> first = new ArrayList<>();
    List<TimeoutInForce> second = new ArrayList<>();
    for (List<TimeoutInForce> each : List.of(first, second)) {
      SplittableRandom random = new SplittableRandom(11);
      ElectionTimeout some = new ElectionTimeout(OPTIONS, START);
      long now = START;
      for (int i = 0; i < 1_000; i++) {
        now = disturb(some, random, now);
        each.add(some.inForce());
      }
    }

    assertThat(first).isEqualTo(second);
  }

  @Test
  void aClockThatTurnsNegativeChangesNothing() {
    ElectionTimeout some = new ElectionTimeout(OPTIONS, Long.MAX_VALUE - SECONDS);
    some.apart(500 * MILLIS);
    long now = Long.MAX_VALUE + 60 * SECONDS;
    some.advanceTo(now, now + MILLIS);

    assertThat(some.inForce()).isEqualTo(TimeoutInForce.configured(OPTIONS));
  }

  private void beCalmUntil(long nowNanos) {
    timeout.advanceTo(nowNanos, nowNanos + MILLIS);
  }

  private static long disturb(ElectionTimeout timeout, SplittableRandom random, long nowNanos) {
    long now = nowNanos + random.nextLong(3 * SECONDS);
    switch (random.nextInt(3)) {
      case 0 -> timeout.advanceTo(now, now - random.nextLong(2 * SECONDS));
      case 1 -> {
        timeout.advanceTo(now, now);
        timeout.heardLeader(random.nextLong(2), now);
      }
      default -> {
        timeout.advanceTo(now, now);
        timeout.apart(random.nextLong(4 * SECONDS));
      }
    }
    return now;
  }
}
