package dev.flotilla.raftdpws.founding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** In milliseconds, on a LAN. */
class FoundingSearchTest {
  private static final long MILLI = 1_000_000;
  private static final long ANSWER_DELAY = 500;
  private static final FoundingPlan.Pace PACE =
      FoundingPlan.Pace.forAnswerDelay(ANSWER_DELAY * MILLI);

  private final FoundingSearch search = new FoundingSearch(PACE, 0);
  private long now;
  private int probes;

  @Test
  void onACalmMachineFiveProbesTakeLittleMoreThanASecond() {
    assertThat(overAfter(10, 1)).isBetween(1_000L, 1_500L);
    assertThat(probes).isEqualTo(5);
    assertThat(search.isSure()).isTrue();
  }

  @Test
  void aThreadThatStandsStillHasItWaitLonger() {
    assertThat(overAfter(600, 1)).isGreaterThan(3_000);
  }

  @Test
  void whereEverySecondProbeIsLostItAsksMoreOften() {
    assertThat(overAfter(10, 2)).isBetween(1_500L, 6_000L);
    assertThat(probes).isGreaterThanOrEqualTo(9);
    assertThat(search.isSure()).isTrue();
  }

  @Test
  void whereNoProbeIsHeardItGivesUpAndIsNotSure() {
    assertThat(overAfter(10, Integer.MAX_VALUE)).isBetween(10_000L, 12_000L);
    assertThat(search.isSure()).isFalse();
    assertThat(search.words(now * MILLI)).contains("of which 0 were heard");
  }

  @Test
  void whereAllAnswersAreLateItWaitsFourTimesTheDelay() {
    long lateMillis = 3_000;
    Queue<Long> onTheirWay = new ArrayDeque<>();
    while (!search.isOver(now * MILLI)) {
      now += 10;
      search.advanceTo(now * MILLI);
      Long oldest = onTheirWay.peek();
      if (oldest != null && now - oldest >= lateMillis) {
        search.heardItself(onTheirWay.remove() * MILLI, now * MILLI);
      }
      if (search.takeProbe(now * MILLI)) {
        onTheirWay.add(now);
      }
    }

    assertThat(search.isSure()).isTrue();
    assertThat(now).isGreaterThan(lateMillis + 4 * (lateMillis - PACE.listen() / MILLI));
  }

  @Test
  void anAnswerThatComesTwiceCountsOnce() {
    search.takeProbe(0);
    for (int i = 0; i < PACE.probes(); i++) {
      search.heardItself(0, MILLI);
    }

    assertThat(search.isSure()).isFalse();
  }

  @Test
  void withoutDiscoveryItWaitsForTheAddressesOnly() {
    FoundingSearch named = new FoundingSearch(FoundingPlan.Pace.withoutDiscovery(), 0);
    named.advanceTo(0);

    assertThat(named.takeProbe(0)).isFalse();
    assertThat(named.isOver(99 * MILLI)).isFalse();
    assertThat(named.isOver(100 * MILLI)).isTrue();
  }

  /** Runs until it is over; every so many Probes, one is heard. */
  private long overAfter(long tickMillis, int heardOneOf) {
    while (!search.isOver(now * MILLI)) {
      now += tickMillis;
      search.advanceTo(now * MILLI);
      if (search.takeProbe(now * MILLI) && ++probes % heardOneOf == 0) {
        search.heardItself(now * MILLI, (now + ANSWER_DELAY / 2) * MILLI);
      }
    }
    return now;
  }
}
