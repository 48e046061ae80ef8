package dev.flotilla.raftdpws.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.NodeId;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SearchPaceTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final NodeId MEMBER = id(1);

  private final SearchPace pace = new SearchPace(new Random(7));
  private long now;

  @Test
  void aMemberIsSearchedForOftenAtFirst() {
    assertThat(searchesIn(5 * SECOND)).isEqualTo(10);
  }

  @Test
  void afterManySearchesInVainOneComesIn30To60Seconds() {
    searchesIn(120 * SECOND);

    assertThat(searchesIn(600 * SECOND)).isBetween(10, 20);
  }

  @Test
  void aWordOfTheMemberBeginsAnew() {
    searchesIn(600 * SECOND);
    pace.heard(MEMBER);

    assertThat(searchesIn(5 * SECOND)).isEqualTo(10);
  }

  @Test
  void aMemberThatWasFoundForAMinuteIsSearchedForAnew() {
    searchesIn(600 * SECOND);
    now += 61 * SECOND;

    assertThat(searchesIn(5 * SECOND)).isEqualTo(10);
  }

  @Test
  void aByeIsRememberedUntilTheMemberSpeaks() {
    pace.left(MEMBER, now);
    searchesIn(600 * SECOND);
    assertThat(pace.hasLeft(MEMBER)).isTrue();

    pace.heard(MEMBER);
    searchesIn(SECOND);
    assertThat(pace.hasLeft(MEMBER)).isFalse();
  }

  @Test
  void aByeOfAMemberThatStaysForAMinuteIsForgotten() {
    pace.left(MEMBER, now);
    now += 61 * SECOND;

    assertThat(pace.isDue(MEMBER, now)).isTrue();
    assertThat(pace.hasLeft(MEMBER)).isFalse();
  }

  @Test
  void theMemberSearchedForLongestAgoGivesWay() {
    for (int i = 0; i <= SearchPace.MAX_LOST; i++) {
      assertThat(pace.isDue(id(100 + i), i)).isTrue();
    }

    assertThat(pace.isDue(id(101), SearchPace.MAX_LOST)).isFalse();
    assertThat(pace.isDue(id(100), SearchPace.MAX_LOST)).isTrue();
  }

  /** As a link does that finds the member nowhere: it says so five times a second. */
  private int searchesIn(long nanos) {
    int count = 0;
    for (long end = now + nanos; now < end; now += 100 * MILLI) {
      count += pace.isDue(MEMBER, now) ? 1 : 0;
    }
    return count;
  }

  private static NodeId id(int number) {
    return new NodeId(new UUID(0, number));
  }
}
