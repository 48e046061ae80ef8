package dev.flotilla.bench.harness.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.PresetExperiment;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import dev.flotilla.bench.result.RunResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The preset's plan, and runs of real processes. */
@Tag("slow")
class OrderPresetTest {
  private static final OrderSettings SHORT =
      new OrderSettings(List.of(100), List.of(2), List.of(), List.of(3), List.of(), 20, 40);

  private final Preset preset =
      new OrderPreset(OrderSettings.WHOLE, OrderSettings.QUICK, OrderCell.MIDDLEWARES).preset();

  @TempDir private Path directory;

  @Test
  void everyProtocolMeetsEveryMiddlewareAndGroup() {
    List<Cell> cells = preset.cells(plan(false));
    assertThat(cells).hasSize(5 * 4 * 5 + 4 * 4 * 2).doesNotHaveDuplicates();
    assertThat(cells)
        .extracting(cell -> cell.servers() + " " + cell.scenario())
        .startsWith("2 sequencer-on-sockets", "2 skeen-on-sockets")
        .contains("6 raft-on-soap", "6 raft-forced-on-soap")
        .endsWith("4 requests-to-chandra-toueg-on-soap", "4 requests-to-raft-on-soap");
  }

  @Test
  void theQuickSubsetHasEveryProtocolAndMiddleware() {
    List<Cell> quick = preset.cells(plan(true));
    assertThat(preset.cells(plan(false))).containsAll(quick);
    assertThat(quick.stream().map(cell -> cell.scenario().label()).distinct()).hasSize(5 * 4 + 4);
    assertThat(quick).filteredOn(cell -> cell.clients() != cell.servers()).hasSize(4);
  }

  @Test
  void everyCellIsFoundAgainByItsName() {
    List<OrderCell> all = OrderCell.all(OrderSettings.WHOLE, OrderCell.MIDDLEWARES);
    for (OrderCell cell : all) {
      assertThat(cell.cell().in(all, OrderCell::cell)).isEqualTo(cell);
    }
  }

  @Test
  void otherSystemsAreRefused() {
    assertThatThrownBy(() -> preset.systems(List.of("zookeeper")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--systems names zookeeper");
    assertThat(preset.systems(List.of("flotilla", "zookeeper"))).containsExactly("flotilla");
  }

  @Test
  @Tag("full")
  void twoProcessesAreMeasuredWithAndWithoutForcing() throws Exception {
    PresetExperiment experiment = new PresetExperiment(new FlotillaSystem(), directory);

    String printed = experiment.run(partOfPreset(OrderCell.SOCKETS, "raft"));

    assertThat(printed)
        .contains("## Broadcasts of 100 bytes on sockets")
        .contains("## Raft with and without forcing, 100 bytes");
    assertThat(experiment.results())
        .hasSize(2)
        .allMatch(run -> run.valid() && run.figures().size() == 5)
        .allMatch(run -> run.figures().values().stream().allMatch(value -> value > 0))
        .allMatch(run -> run.throughputOpsPerSec() > 0 && run.latencyMicros().p50() > 0);
  }

  @Test
  @Tag("full")
  void requestsOfThreeClientsAreMeasuredInBothCases() throws Exception {
    PresetExperiment experiment = new PresetExperiment(new FlotillaSystem(), directory);

    String printed = experiment.run(partOfPreset(OrderCell.SOCKETS, "requests-to-skeen"));

    assertThat(printed).contains("## Requests of clients outside of the group (cases A and B)");
    assertThat(experiment.results())
        .hasSize(1)
        .allMatch(run -> run.valid() && run.servers() == 3 && run.clients() == 3)
        .allMatch(run -> run.figures().containsKey("caseBMeanMicros"))
        .allMatch(run -> run.figures().values().stream().allMatch(value -> value > 0))
        .allMatch(run -> run.throughputOpsPerSec() > 0 && run.latencyMicros().p50() > 0);
  }

  @Test
  @Tag("full")
  void aRunWhoseProcessesFailIsInvalidWithTheirError() throws Exception {
    PresetExperiment experiment = new PresetExperiment(new FlotillaSystem(), directory);

    String printed = experiment.run(partOfPreset("pigeons", "skeen"));

    assertThat(printed).contains("1 valid runs are missing");
    RunResult run = experiment.results().get(0);
    assertThat(run.valid()).isFalse();
    assertThat(run.errors().keySet().iterator().next())
        .contains("registration exited with code 2", "'pigeons' is no middleware");
  }

  /** Two processes of the protocols whose names begin so, on one middleware. */
  private static Preset partOfPreset(String middleware, String protocols) {
    Preset whole = new OrderPreset(SHORT, SHORT, List.of(middleware)).preset();
    return new Preset(
            whole.name(),
            plan ->
                whole.cells(plan).stream()
                    .filter(cell -> cell.scenario().label().startsWith(protocols))
                    .toList(),
            whole::procedure)
        .sections(whole::sections);
  }

  private static ExperimentPlan plan(boolean quick) {
    return new ExperimentPlan(OrderPreset.NAME, quick, List.of("flotilla"), "c0ffee");
  }
}
