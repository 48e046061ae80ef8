package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.result.KillRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentReportTest {
  private static final Cell BASELINE = new Cell("a", 3, 5, Scenario.NO_FAILURE, Trigger.NONE);
  private static final Cell CLOCK = new Cell("a", 3, 5, Scenario.ONE_LEADER, Trigger.CLOCK);
  private static final Preset PAPER = PaperPreset.of(PaperTiming.PAPER);
  private static final ExperimentPlan PLAN =
      new ExperimentPlan("paper", false, List.of("a"), "abc");

  @Test
  void valuesAreAveragesOfTheValidRuns() {
    String markdown =
        new ExperimentReport(
                PLAN,
                List.of(BASELINE, CLOCK),
                List.of(
                    Results.of(BASELINE, 1, true, 50, List.of()),
                    Results.of(BASELINE, 2, true, 90, List.of()),
                    Results.of(BASELINE, 9, false, 9_000, List.of())))
            .markdown(measured -> List.of());

    assertThat(markdown)
        .startsWith("## 3 servers, 0E")
        .containsPattern(
            "5 \\| +a \\| +2 \\| 1,500 \\| +10 \\| +20 \\| +30 \\| +40 \\| +70 \\(90\\)")
        .contains("1 run invalid and not in the table.")
        .doesNotContain("1L");
  }

  @Test
  void reportOfThePaperEndsWithItsFindings() {
    KillRecord hit = new KillRecord("leader", 1, 500, 0.4, false);

    String markdown =
        PAPER.report(
            PLAN,
            List.of(
                Results.of(BASELINE, 1, true, 1, List.of()),
                Results.of(CLOCK, 2, true, 1, List.of(hit))));

    assertThat(markdown)
        .startsWith("## 3 servers, 0E")
        .contains("## The paper's findings and ours", "A verdict counts the cells")
        .contains(
            "a: throughput +100 % (+1,000 operations/s) by clock. | a contradicted: 0 of 1. |")
        .endsWith("- a null answers when it is durable. as it comes.\n")
        .satisfies(
            text -> assertThat(text.lines()).noneMatch(line -> line.contains(" ".repeat(41))));
    assertThat(PAPER.report(PLAN, List.of())).isEqualTo("Nothing was measured.\n");
  }

  @Test
  void runsThatEndedBeforeTheirKillAreCounted() {
    KillRecord missed = new KillRecord("leader", 1, 500, 1, true);
    KillRecord hit = new KillRecord("leader", 1, 500, 0.4, false);

    String markdown =
        new ExperimentReport(
                PLAN,
                List.of(CLOCK),
                List.of(
                    Results.of(CLOCK, 1, true, 1, List.of(missed)),
                    Results.of(CLOCK, 2, true, 1, List.of(hit))))
            .markdown(measured -> List.of());

    assertThat(markdown)
        .startsWith("## 3 servers, 1L, kills by the clock")
        .contains("1 run ended before a kill was due");
  }
}
