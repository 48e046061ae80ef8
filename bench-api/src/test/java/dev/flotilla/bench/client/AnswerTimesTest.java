package dev.flotilla.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AnswerTimesTest {
  private static final AnswerTimes TIMES =
      AnswerTimes.of(LongStream.of(1_000, 100, 400, 400, 70_000_000_000L));

  @Test
  void answersAreCountedUpToAMoment() {
    assertThat(TIMES.count()).isEqualTo(5);
    assertThat(TIMES.countUntil(99)).isZero();
    assertThat(TIMES.countUntil(400)).isEqualTo(3);
    assertThat(TIMES.countUntil(Long.MAX_VALUE)).isEqualTo(5);
  }

  @Test
  void silenceIsTheLongestGapWithinTheStretch() {
    assertThat(TIMES.longestSilenceMicros(0, 1_000)).isEqualTo(600);
    assertThat(TIMES.longestSilenceMicros(0, 500)).isEqualTo(300);
  }

  @Test
  void silenceBeginsWithTheStretchAndEndsWithIt() {
    assertThat(TIMES.longestSilenceMicros(900, 1_100)).isEqualTo(100);
    assertThat(TIMES.longestSilenceMicros(2_000, 9_000)).isEqualTo(7_000);
  }

  @Test
  void timesTravelAsOneWord() throws IOException {
    assertThat(TIMES.encode()).doesNotContain(" ");

    AnswerTimes there = AnswerTimes.decode(TIMES.encode());

    assertThat(there.count()).isEqualTo(5);
    assertThat(there.countUntil(69_999_999_999L)).isEqualTo(4);
    assertThat(there.countUntil(70_000_000_000L)).isEqualTo(5);
    assertThat(there.longestSilenceMicros(0, 1_000)).isEqualTo(600);
    assertThat(AnswerTimes.decode(AnswerTimes.of(LongStream.empty()).encode()).count()).isZero();
  }

  @Test
  void wordsThatAreNoTimesAreRefused() {
    for (String word : new String[] {"", "=x", "=1,-", "=9223372036854775808"}) {
      assertThatThrownBy(() -> AnswerTimes.decode(word))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("unreadable numbers from the client process");
    }
  }
}
