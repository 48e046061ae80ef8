package dev.flotilla.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
  @TempDir Path directory;

  @Test
  void ratiosComeFirstWithTheirIntervalAndInWords() throws IOException {
    String page = report(healthyRuns());

    assertThat(page).contains("<td class=\"above\">2.00<small>");
    assertThat(page).contains("<td class=\"below\">0.50<small>");
    assertThat(page)
        .contains("Of 2 cells, a answers more commands a second than b in 1 and fewer in 1.");
    assertThat(page.indexOf("Of 2 cells")).isLessThan(page.indexOf("<figure"));
  }

  @Test
  void chartsAreDrawnInColoursThatTheStyleSheetDecides() throws IOException {
    String page = report(healthyRuns());

    assertThat(page).contains("<figure id=\"").contains("rgb(11,3,3)").contains("rgb(12,3,3)");
    assertThat(page).contains("svg [stroke=\"rgb(11,3,3)\"]{stroke:var(--series0)}");
    assertThat(page).contains("prefers-color-scheme: dark").contains("@media print");
  }

  @Test
  void pageAsksTheNetworkForNothing() throws IOException {
    assertThat(report(healthyRuns()))
        .doesNotContain("<script", "<link", "src=", "@import")
        .doesNotContainPattern("url\\((?!#)");
  }

  @Test
  void idsOfAllDrawingsDiffer() throws IOException {
    List<String> ids =
        java.util.regex.Pattern.compile(" id=\"([^\"]+)\"")
            .matcher(report(healthyRuns()))
            .results()
            .map(hit -> hit.group(1))
            .toList();

    assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
  }

  @Test
  void paperPresetShowsItsFindingsAndWhatFailuresCost() throws IOException {
    List<JsonObject> lines = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      lines.add(SampleResults.run("a", 3, 5, repeat, 1_000 + repeat));
      lines.add(SampleResults.run("b", 3, 5, repeat, 900 + repeat));
      lines.add(SampleResults.failure("a", "1L", "clock", repeat, 500 + repeat));
      lines.add(SampleResults.failure("b", "1L", "clock", repeat, 300 + repeat));
    }

    String page = report(lines);

    assertThat(page).contains("The paper&#39;s findings".replace("&#39;", "'"));
    assertThat(page).contains("a: throughput -50 % (-500 operations/s) by clock.");
    assertThat(page).contains("a reproduced: 1 of 1; b reproduced: 1 of 1.", "a not measured;");
    assertThat(page).contains("Figure 3. Latency with 3 servers, one killed by the clock");
    assertThat(page).contains("Time without any answer after a kill by the clock, paper");
    assertThat(page).contains("202<small>(201-203)</small>").contains("25 %");
  }

  @Test
  void failuresByProgressAreComparedWithRunsOfAsManyCommands() throws IOException {
    List<JsonObject> lines = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      for (String system : List.of("a", "b")) {
        lines.add(SampleResults.run(system, 3, 5, repeat, 1_000));
        lines.add(SampleResults.baseline(system, repeat, 2_000));
        lines.add(SampleResults.failure(system, "1L", "progress", repeat, 1_500));
      }
    }

    String page = report(lines);

    assertThat(page).contains("a: throughput -25 % (-500 operations/s) by progress.");
    assertThat(page).contains("3 servers, 0E by progress, paper");
    assertThat(page)
        .contains("against b contradicted: 0 of 1."); // the one of 120 commands, not both
  }

  @Test
  void theFiguresOfThePaperAreFilesInItsWords() throws IOException {
    List<JsonObject> lines = new ArrayList<>();
    for (String system : List.of("flotilla", "zookeeper")) {
      for (int repeat = 1; repeat <= 3; repeat++) {
        lines.add(SampleResults.run(system, 3, 5, repeat, 1_000));
        lines.add(SampleResults.failure(system, "1L", "clock", repeat, 500));
        lines.add(SampleResults.baseline(system, repeat, 2_000));
        lines.add(SampleResults.failure(system, "1L", "progress", repeat, 1_500));
      }
    }
    report(lines);
    ReportCommand.write(directory, (preset, runs) -> List.of());

    for (String number : List.of("1", "2", "3", "3b", "4", "4b")) {
      assertThat(directory.resolve("figures/figure-" + number + ".svg"))
          .content()
          .contains(">Figure %s. ".formatted(number), "Mean of n = 3 runs", "Raft is flotilla")
          .doesNotContain("rgb(1,", "var(--");
    }
    assertThat(directory.resolve("figures/figure-4.svg")).content().contains("ZK(1L)", "ZK(0E)");
    assertThat(directory.resolve("figures/figure-5.svg")).doesNotExist();
  }

  @Test
  void aRunThatEndedBeforeItsKillShowsNoFailure() throws IOException {
    List<JsonObject> lines = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      lines.add(SampleResults.run("a", 3, 5, repeat, 1_000));
      lines.add(SampleResults.run("b", 3, 5, repeat, 1_000));
      lines.add(SampleResults.endedEarly("a", "1L", "clock", repeat, 900));
      lines.add(SampleResults.failure("b", "1L", "clock", repeat, 500));
    }

    String page = report(lines);

    assertThat(page).contains("1.80 †", "† some runs ended before a kill was due", "3 of 3");
    assertThat(page)
        .contains("b: throughput -50 % (-500 operations/s) by clock.")
        .doesNotContain("a: throughput -10");
    assertThat(page).doesNotContain("100 %</td><td>3 of 3");
  }

  @Test
  void otherRunsHaveNoFindingsOfThePaper() throws IOException {
    assertThat(report(healthyRuns())).doesNotContain("findings and ours", "Failures</h2>");
  }

  @Test
  void runsThatAreNotValidDoNotCount() throws IOException {
    List<JsonObject> lines = new ArrayList<>(healthyRuns());
    JsonObject late = SampleResults.run("a", 3, 1, 4, 90_000);
    late.addProperty("valid", false);
    lines.add(late);

    assertThat(report(lines)).contains("2.00<small>").contains("4, 1 not valid");
  }

  @Test
  void betterSetOfJvmOptionsCountsInEachCell() throws IOException {
    List<JsonObject> lines = new ArrayList<>(healthyRuns());
    for (int repeat = 1; repeat <= 3; repeat++) {
      lines.add(SampleResults.run("b@a", 3, 1, repeat, 1_000));
    }

    assertThat(report(lines)).contains("1.00<small>").contains("<td>b@a</td>").contains("A@B is A");
  }

  @Test
  void pairedWindowsGiveRatiosOfNeighboursAndCosts() throws IOException {
    Files.createFile(directory.resolve("results.jsonl"));
    List<String> lines = new ArrayList<>();
    for (int round = 1; round <= 6; round++) {
      int noise = round * 100; // the machine speeds up; the ratio does not
      lines.add(new Gson().toJson(SampleResults.window("a", round, 3 * noise)));
      lines.add(new Gson().toJson(SampleResults.window("b", round, 2 * noise)));
    }
    Files.write(directory.resolve("windows.jsonl"), lines);

    String page = HtmlReport.of(ResultReader.read(directory), (preset, runs) -> List.of());

    assertThat(page).contains("1.50<small>1.50–1.50</small>").contains("Cost of a command");
    assertThat(page).contains("20 %").contains("0 of 6");
  }

  @Test
  void markupInNamesIsEscaped() throws IOException {
    assertThat(report(List.of(SampleResults.run("<b>&", 1, 1, 1, 5))))
        .contains("Benchmark of &lt;b&gt;&amp;")
        .doesNotContain("<b>");
  }

  @Test
  void tornLastLineIsLeftOutAndCounted() throws IOException {
    Path file = directory.resolve("results.jsonl");
    Files.writeString(file, new Gson().toJson(healthyRuns().get(0)) + "\n{\"system\":\"a");

    assertThat(HtmlReport.of(ResultReader.read(directory), (preset, runs) -> List.of()))
        .contains("1 lines of the raw files");
  }

  @Test
  void directoryWithoutResultsIsRefusedInWords() throws IOException {
    assertThatThrownBy(() -> ResultReader.read(directory))
        .hasMessageContaining("results.jsonl.gz or results.csv; name the directory of a bench run");
    Files.createFile(directory.resolve("results.jsonl"));
    assertThatThrownBy(() -> ResultReader.read(directory)).hasMessageContaining("no results yet");
  }

  private static List<JsonObject> healthyRuns() {
    List<JsonObject> lines = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      lines.add(SampleResults.run("a", 3, 1, repeat, 1_000));
      lines.add(SampleResults.run("b", 3, 1, repeat, 500));
      lines.add(SampleResults.run("a", 3, 25, repeat, 1_000 + repeat));
      lines.add(SampleResults.run("b", 3, 25, repeat, 2_000 + repeat));
    }
    return lines;
  }

  private String report(List<JsonObject> lines) throws IOException {
    Files.write(
        directory.resolve("results.jsonl"), lines.stream().map(JsonObject::toString).toList());
    return HtmlReport.of(ResultReader.read(directory), (preset, runs) -> List.of());
  }
}
