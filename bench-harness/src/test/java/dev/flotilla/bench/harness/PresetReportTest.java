package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** The reports of presets with sections of their own, from recorded runs. */
class PresetReportTest {
  private static final String LOST = "<h2>Lost runs</h2>";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"lock-service", "kv-report", "links"})
  void markdownAndHtmlHaveTheSameTables(String preset) throws IOException {
    List<RunResult> runs = runs(preset);
    List<Section> sections = Presets.sections(preset, runs);
    ExperimentPlan plan = new ExperimentPlan(preset, false, List.of("flotilla"), "abc");

    String page = page(runs);
    String markdown = Presets.find(preset).report(plan, runs);

    assertThat(sections).isNotEmpty();
    for (Section section : sections) {
      assertThat(page).contains("<h2>%s</h2>".formatted(section.title()));
      assertThat(markdown).contains("## " + section.title(), section.table().markdown());
      for (List<String> row : section.table().rows()) {
        assertThat(page)
            .contains(row.stream().map("<td>%s</td>"::formatted).collect(Collectors.joining()));
      }
      section.drawings().forEach(each -> assertThat(page).contains("<figure id=\"" + each.id()));
    }
  }

  @Test
  void lockServiceStandsBesideTheLibrariesOfThePaper() throws IOException {
    String page = page(runs("lock-service"));

    assertThat(page).contains("<h1>Benchmark of flotilla, preset lock-service</h1>");
    assertThat(page)
        .contains("<td>160</td><td>2</td><td>3</td><td>2,800 (2,795-2,805)</td>")
        .contains("<td>flotilla</td><td>160</td><td>2,800 (2,795-2,805)</td>")
        .contains("<td>about 1,400</td><td>300</td><td>yes</td>");
    assertThat(page).contains("<figure id=\"lockThroughput\">", "<figure id=\"lockLatency\">");
    assertThat(page).doesNotContain("nothing to compare it with", "<h2>Figures</h2>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lockThroughput", "lockLatency"})
  void eachFigureIsAlsoAFileWithItsCaption(String name) throws Exception {
    page(runs("lock-service"));
    Path file = directory.resolve("figures/" + name + ".svg");

    Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(svg.getDocumentElement().getTextContent().replaceAll("\\s+", " "))
        .contains("Median of n = 3 runs; bars: smallest to largest. flotilla 1.")
        .contains("Machine: cpu, 2 processors, os. Commit abc.");
  }

  @Test
  void figuresThatTheReportDoesNotMakeAreDeleted() throws IOException {
    Path figures = Files.createDirectories(directory.resolve("figures"));
    Files.writeString(figures.resolve("old.svg"), "of an earlier version");
    Files.writeString(figures.resolve("notes.txt"), "of a person");

    page(runs("lock-service"));
    assertThat(figures.resolve("old.svg")).doesNotExist();
    assertThat(figures.resolve("lockThroughput.svg")).exists();

    page(List.of(new RecordedRun("links", 3, "members", 1, 260, 38).plain()));
    assertThat(figures.resolve("notes.txt")).exists();
    assertThat(figures.resolve("lockThroughput.svg")).doesNotExist();
  }

  @Test
  void reportOfOnePresetHasNothingOfAnother() throws IOException {
    assertThat(page(runs("links"))).doesNotContain("S-Paxos", "(table 1)", "findings and ours");
  }

  @Test
  void compressedResultsMakeTheSameReportByteForByte() throws IOException {
    String page = page(runs("kv-report"));
    byte[] first = Files.readAllBytes(directory.resolve("report.html"));
    Path results = directory.resolve("results.jsonl");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("results.jsonl.gz")))) {
      Files.copy(results, out);
    }
    Files.delete(results);
    Files.delete(directory.resolve("report.html"));

    assertThat(report()).isEqualTo(page);
    assertThat(directory.resolve("report.html")).hasBinaryContent(first);
  }

  @Test
  void tableForSpreadsheetsMakesTheSameTables() throws IOException {
    List<RunResult> runs = new ArrayList<>(runs("links"));
    runs.add(Results.of(new Cell("a,\"b\"", 3, 1, Scenario.NO_FAILURE, Trigger.NONE), 1, true));
    String page = page(runs);
    Files.delete(directory.resolve("results.jsonl"));
    Files.writeString(
        directory.resolve("results.csv"),
        ResultTable.head()
            + runs.stream().map(run -> "\n" + ResultTable.line(run)).collect(Collectors.joining())
            + "\nlinks,torn");

    String again = report();

    String systems = "<h2>Systems</h2>";
    assertThat(again).startsWith(page.substring(0, page.indexOf(systems)));
    assertThat(again)
        .contains("<td>machine</td><td>unknown</td>", "--preset links", "1 lines of the raw files");
  }

  @Test
  void lostRunsAreListedWithTheirReason() throws IOException {
    LostRun lost = new LostRun("flotilla, 3 servers, repeat 1", 3, "agent 2 <does not answer>");
    Files.writeString(directory.resolve("lost-runs.jsonl"), new Gson().toJson(lost) + "\n");

    assertThat(page(runs("links")))
        .contains(LOST)
        .contains("<td>3</td><td>agent 2 &lt;does not answer&gt;</td>");
  }

  @Test
  void withoutLostRunsThereIsNoTableOfThem() throws IOException {
    assertThat(page(runs("links"))).doesNotContain(LOST);
  }

  @Test
  void runsOfOlderVersionsAreCountedAsLeftOut() throws IOException {
    List<String> lines = lines(runs("links"));
    lines.add("{\"preset\":\"links\",\"system\":\"flotilla\",\"servers\":3,\"clients\":10}");

    assertThat(pageOf(lines)).contains("those of older versions do: 1.");
  }

  private static List<RunResult> runs(String preset) {
    List<RunResult> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      double noise = 5 * (repeat - 2);
      switch (preset) {
        case "lock-service" -> {
          runs.add(new RecordedRun(preset, 3, 80, "0E", repeat, 1_900 + noise, 40).plain());
          runs.add(new RecordedRun(preset, 3, 160, "0E", repeat, 2_800 + noise, 57).plain());
          runs.add(new RecordedRun(preset, 3, 240, "0E", repeat, 2_500 + noise, 96).plain());
        }
        case "kv-report" -> {
          runs.add(new RecordedRun(preset, 5, "values-10", repeat, 200, 49 + noise).plain());
          runs.add(new RecordedRun(preset, 5, "values-100000", repeat, 56, 175 + noise).plain());
          runs.add(new RecordedRun(preset, 9, "killed-4", repeat, 141, 70 + noise).plain());
        }
        default -> {
          Map<String, Double> terms = Map.of("termBefore", 1.0, "termAfter", 2.0);
          runs.add(new RecordedRun(preset, 3, "machine-file", repeat, 260, 38).plain());
          runs.add(
              new RecordedRun(preset, 5, "leader-muted", repeat, 190, 53).with(470 + noise, terms));
        }
      }
    }
    return runs;
  }

  private static List<String> lines(List<RunResult> runs) {
    Gson gson = new Gson();
    return new ArrayList<>(runs.stream().map(gson::toJson).toList());
  }

  private String page(List<RunResult> runs) throws IOException {
    return pageOf(lines(runs));
  }

  private String pageOf(List<String> lines) throws IOException {
    Files.write(directory.resolve("results.jsonl"), lines);
    return report();
  }

  private String report() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(BenchCommand.execute(printed, printed, "report", directory.toString()))
        .as(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(ExitCode.OK);
    return Files.readString(directory.resolve("report.html"))
        .replace("<small>", " ")
        .replace("</small>", "");
  }
}
