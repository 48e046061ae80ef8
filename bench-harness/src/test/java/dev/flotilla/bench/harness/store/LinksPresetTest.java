package dev.flotilla.bench.harness.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.LinkFault;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.PresetExperiment;
import dev.flotilla.bench.harness.StoreInMemory;
import dev.flotilla.bench.harness.faults.LinkMatrix;
import dev.flotilla.bench.harness.flotilla.GroupActions;
import dev.flotilla.bench.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The preset's plan, and its quick cells against a store in memory. */
@Tag("slow")
class LinksPresetTest {
  private final Preset preset = Links.preset();
  private final StoreInMemory store = new StoreInMemory();
  private final List<String> actions = new ArrayList<>();
  @TempDir private Path directory;

  @Test
  void machinesLinksAndChangesHaveTheirCells() {
    assertThat(preset.cells(plan(false)))
        .doesNotHaveDuplicates()
        .extracting(cell -> cell.servers() + " " + cell.scenario())
        .startsWith("3 machine-journal", "3 machine-key-value", "3 machine-memory")
        .contains(
            "3 machine-file",
            "3 lease-reads",
            "3 bounded-reads",
            "3 local-reads",
            "5 leader-muted",
            "5 follower-deafened")
        .contains("5 leader-and-follower-cut", "5 loss-30", "3 snapshots", "4 members");
  }

  @Test
  void theQuickSubsetIsAPartOfTheWhole() {
    assertThat(preset.cells(plan(false))).containsAll(preset.cells(plan(true)));
    assertThat(preset.cells(plan(true))).hasSize(7);
  }

  @Test
  void everyCellIsFoundAgainByItsName() {
    for (Cell cell : preset.cells(plan(false))) {
      assertThat(cell.in(experiments(), each -> each.cell("flotilla")).label())
          .isEqualTo(cell.scenario().label());
    }
  }

  @Test
  void aPartialCutLeavesAllOtherLinks() {
    LinkMatrix cut =
        Links.CUTS.stream()
            .filter(change -> change.label().equals("leader-and-follower-cut"))
            .map(change -> change.shape().of(5, 1))
            .findFirst()
            .orElseThrow();

    assertThat(cut.faults()).hasSize(2);
    assertThat(cut.fault(1, 2)).isEqualTo(LinkFault.CUT);
    assertThat(cut.fault(2, 1)).isEqualTo(LinkFault.CUT);
  }

  @Test
  void onlyFlotillaIsMeasured() {
    assertThatThrownBy(() -> preset.systems(List.of("zookeeper")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--preset links measures flotilla only");
  }

  @Test
  @Tag("full")
  void everyQuickCellIsMeasuredOnAStoreInMemory() throws Exception {
    Preset inMemory = Links.preset(experiments(), experiments());
    PresetExperiment experiment = new PresetExperiment(store, directory.resolve("out"));

    String report = experiment.run(inMemory);

    assertThat(experiment.results()).hasSize(7).allMatch(RunResult::valid);
    assertThat(actions).containsExactly("snapshot", "add", "remove");
    assertThat(report)
        .contains("## State machines, 3 servers", "a lease")
        .contains("leader-muted", "## Membership changes during puts");
    RunResult muted =
        experiment.results().stream()
            .filter(run -> run.scenario().equals("leader-muted"))
            .findFirst()
            .orElseThrow();
    assertThat(muted.figures())
        .containsEntry(StoreFigures.TERM_BEFORE, 1.0)
        .containsEntry(StoreFigures.TERM_AFTER, 5.0); // four links are cut
    assertThat(store.started()).noneMatch(ChildProcess::isAlive);
  }

  private List<StoreExperiment> experiments() {
    return new Links(100, group -> new Recorded())
        .experiments().stream().map(each -> each.on(any -> store)).toList();
  }

  private final class Recorded implements GroupActions {
    @Override
    public void add() {
      actions.add("add");
    }

    @Override
    public void remove() {
      actions.add("remove");
    }

    @Override
    public void snapshot() {
      actions.add("snapshot");
    }

    @Override
    public void close() {}
  }

  private static ExperimentPlan plan(boolean quick) {
    return new ExperimentPlan("links", quick, List.of("flotilla"), "abc");
  }
}
