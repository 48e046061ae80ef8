package dev.flotilla.bench.harness.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.PresetExperiment;
import dev.flotilla.bench.harness.StoreInMemory;
import dev.flotilla.bench.result.RunResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The preset's plan, and short runs against a store in memory. */
@Tag("slow")
class KvReportPresetTest {
  private static final KvReport BRIEF = new KvReport(30, 10, Duration.ofMillis(20));

  private final Preset preset = KvReport.preset();
  private final StoreInMemory store = new StoreInMemory();
  @TempDir private Path directory;

  @Test
  void everyTableOfTheReportHasItsCells() {
    List<Cell> cells = preset.cells(plan(false));

    assertThat(cells).doesNotHaveDuplicates().allMatch(cell -> cell.clients() == 10);
    assertThat(cells)
        .extracting(cell -> cell.servers() + " " + cell.scenario())
        .startsWith("5 values-10", "9 values-10", "15 values-10", "5 values-100", "5 values-1000")
        .contains("5 values-100000", "9 killed-0", "9 killed-4", "5 reconnect", "15 reconnect")
        .contains("5 chaos-drop-50-delay-0", "5 chaos-drop-10-delay-50");
    assertThat(preset.validRuns(plan(false))).isEqualTo(5);
  }

  @Test
  void theQuickSubsetIsAPartOfTheWhole() {
    assertThat(preset.cells(plan(false))).containsAll(preset.cells(plan(true)));
    assertThat(preset.cells(plan(true))).hasSize(5);
    assertThat(preset.validRuns(plan(true))).isEqualTo(1);
  }

  @Test
  @Tag("full")
  void agentsMeasureGroupsOnOtherHostsAndNothingElse() {
    assertThat(preset.usesAgents()).isTrue();
    assertThat(preset.cells(onAgents(false)))
        .extracting(cell -> cell.servers() + " " + cell.scenario())
        .containsExactly("5 hosts", "9 hosts", "15 hosts");
    assertThat(preset.cells(onAgents(true)))
        .extracting(cell -> cell.servers() + " " + cell.scenario())
        .containsExactly("5 hosts");
    assertThat(preset.cells(plan(false)))
        .doesNotContainAnyElementsOf(preset.cells(onAgents(false)));
  }

  @Test
  void everyCellIsFoundAgainByItsName() {
    for (Cell cell : preset.cells(plan(false))) {
      assertThat(cell.in(KvReport.WHOLE.experiments(), each -> each.cell("flotilla")).label())
          .isEqualTo(cell.scenario().label());
    }
  }

  @Test
  void onlyFlotillaIsMeasured() {
    assertThat(preset.systems(List.of("zookeeper", "flotilla"))).containsExactly("flotilla");
    assertThatThrownBy(() -> preset.systems(List.of("zookeeper")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--preset kv-report measures flotilla only");
  }

  @Test
  @Tag("full")
  void everyQuickCellIsMeasuredOnAStoreInMemory() throws Exception {
    Preset brief = inMemory();
    PresetExperiment experiment = new PresetExperiment(store, directory.resolve("out"));

    String report = experiment.run(brief);

    assertThat(experiment.results())
        .hasSize(5)
        .allMatch(run -> run.valid() && run.preset().equals("kv-report") && run.errors().isEmpty());
    assertThat(report)
        .contains("(table 1)", "(table 2)", "(table 3)", "(table 4)", "(table 5)", "(table 6)")
        .contains("1121 1372 1083 1144 1135");
    assertThat(store.started()).noneMatch(ChildProcess::isAlive);
  }

  @Test
  @Tag("full")
  void getsAndCutsAreAmongTheFigures() throws Exception {
    Preset brief = inMemory();
    PresetExperiment experiment = new PresetExperiment(store, directory.resolve("out"));
    experiment.run(brief);

    RunResult load = run(experiment, "values-10");
    RunResult cut = run(experiment, "reconnect");
    RunResult killed = run(experiment, "killed-4");

    assertThat(load.figures()).containsEntry(StoreFigures.GET_ERRORS, 0.0);
    assertThat(load.figures().get(StoreFigures.GET_OPS_PER_SEC)).isPositive();
    assertThat(cut.figures()).containsEntry(StoreFigures.TERM_BEFORE, 1.0);
    assertThat(cut.figures()).containsEntry(StoreFigures.TERM_AFTER, 9.0); // eight links are cut
    assertThat(cut.figures().get(StoreFigures.ELECTION_MILLIS)).isNotNegative();
    assertThat(killed.kills()).hasSize(4);
  }

  @Test
  void nothingMeasuredIsSaidInASentence() {
    assertThat(preset.report(plan(true), List.of())).isEqualTo("Nothing was measured.\n");
  }

  private Preset inMemory() {
    List<StoreExperiment> experiments =
        BRIEF.experiments().stream().map(each -> each.on(any -> store)).toList();
    return KvReport.preset(experiments, experiments);
  }

  private static RunResult run(PresetExperiment experiment, String scenario) throws Exception {
    return experiment.results().stream()
        .filter(run -> run.scenario().equals(scenario))
        .findFirst()
        .orElseThrow();
  }

  private static ExperimentPlan onAgents(boolean quick) {
    return new ExperimentPlan("kv-report", quick, List.of("flotilla"), "abc", 2, null, List.of());
  }

  private static ExperimentPlan plan(boolean quick) {
    return new ExperimentPlan("kv-report", quick, List.of("flotilla"), "abc");
  }
}
