package dev.flotilla.raftdpws.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StatusFactsTest {
  @Test
  void aNumberIsReadAsItWasReported() {
    StatusFacts facts = StatusFacts.NONE.with(StatusFact.UPTIME_MILLIS, 1_234);
    assertThat(facts.number(StatusFact.UPTIME_MILLIS)).hasValue(1_234);
    assertThat(facts.text(StatusFact.UPTIME_MILLIS)).contains("1234");
  }

  @Test
  void aFactThatWasNotReportedIsAbsent() {
    assertThat(StatusFacts.NONE.number(StatusFact.UPTIME_MILLIS)).isEmpty();
    assertThat(StatusFacts.NONE.text(StatusFact.UPTIME_MILLIS)).isEmpty();
  }

  @Test
  void textInThePlaceOfANumberIsNoNumber() {
    assertThat(
            StatusFacts.NONE
                .with(StatusFact.UPTIME_MILLIS, "long")
                .number(StatusFact.UPTIME_MILLIS))
        .isEmpty();
  }

  @Test
  void factsBeyondTheBoundsAreLeftOutOfAReceivedStatus() {
    List<Map.Entry<String, String>> received =
        IntStream.range(0, 2 * StatusFacts.MAX_COUNT)
            .mapToObj(i -> Map.entry("name" + i, i == 0 ? "v".repeat(1_001) : "v"))
            .toList();
    StatusFacts kept = StatusFacts.ofReceived(received);
    assertThat(kept.values()).hasSize(StatusFacts.MAX_COUNT).doesNotContainKey("name0");
    assertThat(StatusFacts.ofReceived(List.of(Map.entry("", "v"))).values()).isEmpty();
  }

  @Test
  void aNameThatIsTooLongIsRefused() {
    TreeMap<String, String> values = new TreeMap<>(Map.of("n".repeat(65), "v"));
    assertThatThrownBy(() -> new StatusFacts(values)).hasMessageContaining("65");
  }

  @Test
  void everyNameOfTheProgramIsAllowedAndUsedOnce() {
    List<String> names = Arrays.stream(StatusFact.values()).map(StatusFact::wireName).toList();
    assertThat(names)
        .doesNotHaveDuplicates()
        .allMatch(n -> n.length() <= StatusFacts.MAX_NAME_CHARS);
  }

  @Test
  void aLongTextIsShortened() {
    assertThat(
            StatusFacts.NONE
                .with(StatusFact.UPTIME_MILLIS, "v".repeat(2_000))
                .text(StatusFact.UPTIME_MILLIS))
        .hasValueSatisfying(text -> assertThat(text).hasSize(StatusFacts.MAX_VALUE_CHARS));
  }
}
