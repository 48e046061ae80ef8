package dev.flotilla.systemtests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CorpusTest {
  @Test
  void everyRuleAndEverythingMeasuredHasCases() {
    List<String> rows =
        Stream.concat(
                IntStream.rangeClosed(1, 10).mapToObj(Integer::toString),
                Stream.of("m1", "m2", "m3", "m4", "m5", "m6", "heap", "corpus", "reader", "fuzz"))
            .toList();
    assertThat(Corpus.cases().stream().map(HostileCase::row).distinct())
        .containsExactlyInAnyOrderElementsOf(rows);
  }

  @Test
  void caseNamesAreUnique() {
    assertThat(Corpus.cases().stream().map(HostileCase::name)).doesNotHaveDuplicates();
  }

  @Test
  void aRowACaseOrNothingSelectsAndAnythingElseIsRefused() {
    assertThat(Corpus.named(List.of("10", "depth")).stream().map(HostileCase::name))
        .containsExactly("depth", "two-groups");
    assertThat(Corpus.named(List.of())).hasSameSizeAs(Corpus.cases());
    assertThatThrownBy(() -> Corpus.named(List.of("10", "text")))
        .isInstanceOf(Corpus.UnknownName.class)
        .hasMessageContaining("'text'")
        .hasMessageContaining("m6 ");
  }

  @Test
  void aRowSurvivesItsFile() {
    Row bad = new Row("1", "a", "closed", "3, slowest 2 ms", List.of("one", "two"));
    Row good = new Row("m1", "b", "tab\there", "", List.of());
    assertThat(Row.parse(bad.line())).isEqualTo(bad);
    assertThat(Row.parse(good.line()).answer()).isEqualTo("tab here");
    assertThat(Row.parse(good.line()).isGood()).isTrue();
  }

  @Test
  void aCounterIsFoundByItsName() throws Exception {
    String counters = "Ip: A B\nIp: 1 2\nTcp: InSegs Out\nTcp: 7 8\n";
    assertThat(Network.counter(counters, "Tcp", "InSegs")).isEqualTo(7);
    assertThat(Network.counter(counters, "Ip", "B")).isEqualTo(2);
  }
}
