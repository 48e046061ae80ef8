package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lock service's cells and table, and short runs against a system in memory. */
class LockServicePresetTest {
  private static final ExperimentPlan WHOLE = plan(false);
  private static final ExperimentPlan QUICK = plan(true);

  private final Preset preset = LockServicePreset.ofThisCheckout();
  @TempDir private Path directory;

  @Test
  void loadGrowsByGeneratorsOfEightyClients() {
    assertThat(preset.cells(WHOLE))
        .allMatch(cell -> cell.servers() == 3 && cell.scenario().equals(Scenario.NO_FAILURE))
        .extracting(Cell::clients)
        .containsExactly(10, 20, 40, 80, 160, 240, 320, 400, 480, 560, 640);
    assertThat(LockServicePreset.generators(40)).containsExactly(40);
    assertThat(LockServicePreset.generators(160)).containsExactly(80, 80);
  }

  @Test
  void theQuickSubsetIsAPartOfTheWhole() {
    assertThat(preset.cells(WHOLE)).containsAll(preset.cells(QUICK));
    assertThat(preset.cells(QUICK)).hasSize(4);
    assertThat(preset.validRuns(QUICK)).isEqualTo(1);
  }

  @Test
  void noGeneratorIsAddedAfterThroughputFell() {
    List<RunResult> grown = List.of(run(80, 1, 1_000), run(160, 1, 960));
    List<RunResult> fallen = List.of(run(80, 1, 1_000), run(160, 1, 940));

    assertThat(preset.isNeeded(cell(240), 1, grown)).isTrue();
    assertThat(preset.isNeeded(cell(240), 1, fallen)).isFalse();
    assertThat(preset.isNeeded(cell(320), 1, fallen)).isFalse();
    assertThat(preset.isNeeded(cell(240), 2, fallen)).isTrue();
    assertThat(preset.isNeeded(cell(40), 1, fallen)).isTrue();
  }

  @Test
  void onlyFlotillaIsMeasured() {
    assertThat(preset.systems(List.of("flotilla", "zookeeper"))).containsExactly("flotilla");
    assertThatThrownBy(() -> preset.systems(List.of("zookeeper")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--systems names zookeeper; --preset lock-service measures flotilla");
  }

  @Test
  void theReportNamesSaturationBesideTheLibraries() {
    String report =
        preset.report(WHOLE, List.of(run(40, 1, 900), run(80, 1, 1_000), run(160, 1, 500)));

    assertThat(report.lines())
        .anyMatch(line -> line.matches("\\| *flotilla \\| *80 \\| *1,000 \\| *40\\.0 \\| *yes \\|"))
        .anyMatch(line -> line.contains("S-Paxos (paper)") && line.contains("1,400"));
    assertThat(preset.report(WHOLE, List.of(run(80, 1, 1_000))))
        .contains("no: load was not raised further");
    assertThat(preset.report(WHOLE, List.of())).isEqualTo("Nothing was measured.\n");
  }

  @Test
  void theDocumentationStatesTheSameLibraries() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "benchmark-presets.md"));
    List<List<String>> rows = preset.sections(List.of(run(80, 1, 1_000))).get(0).table().rows();

    assertThat(rows).hasSize(4);
    for (List<String> row : rows.subList(1, rows.size())) {
      String name = row.get(0).replace(" (paper)", "");
      assertThat(page).contains("| %s | %s | %s | ".formatted(name, row.get(2), row.get(3)));
    }
  }

  @Test
  void generatorsAreAddedUpOverTheSameTime() {
    LoadResult both = RunningSystem.together(List.of(load(100, 5_000), load(50, 9_000)));

    assertThat(both.ops()).isEqualTo(150);
    assertThat(both.throughputOpsPerSec()).isEqualTo(150);
    assertThat(both.errors()).containsEntry("refused-busy", 2L);
    assertThat(both.latencies().getMaxValue()).isBetween(9_000L, 9_010L);
  }

  @Tag("slow")
  @Test
  @Tag("full")
  void everyNeededCellIsMeasuredAndFinished() throws Exception {
    LockServicePreset.Timing brief = new LockServicePreset.Timing(Duration.ZERO, Duration.ZERO, 1);
    Preset inMemory = LockServicePreset.of(brief, brief, UnaryOperator.identity());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    Path made = directory.resolve("out");
    PresetRun run =
        new PresetRun(
            SystemCatalog.load(Path.of("")),
            Path.of(""),
            Site.local(),
            printed,
            printed,
            List.of("run"));

    int code = run.begin(inMemory, true, List.of("slow-at-its-ends"), List.of(), made);

    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(OutputDirectory.reopen(made).results())
        .extracting(RunResult::clients)
        .startsWith(20, 80, 160);
    assertThat(OutputDirectory.reopen(made).results())
        .allMatch(result -> result.preset().equals("lock-service") && result.ops() > 0);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("## Lock service, 3 servers", "URingPaxos (paper)");
  }

  private static LoadResult load(long ops, long latencyNanos) {
    Histogram latencies = LoadResult.newHistogram();
    latencies.recordValue(latencyNanos);
    long second = Duration.ofSeconds(1).toNanos();
    return new LoadResult(ops, second, Map.of("refused-busy", 1L), latencies);
  }

  private static ExperimentPlan plan(boolean quick) {
    return new ExperimentPlan("lock-service", quick, List.of("flotilla"), "abc");
  }

  private static Cell cell(int clients) {
    return new Cell("flotilla", 3, clients, Scenario.NO_FAILURE, Trigger.NONE);
  }

  private static RunResult run(int clients, int repeat, double throughput) {
    return new RecordedRun(LockServicePreset.NAME, 3, clients, "0E", repeat, throughput, 20)
        .plain();
  }
}
