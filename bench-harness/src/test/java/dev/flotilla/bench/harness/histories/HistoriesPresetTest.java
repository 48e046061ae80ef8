package dev.flotilla.bench.harness.histories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Preset;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoriesPresetTest {
  private final Preset preset = HistoriesPreset.of("flotilla");

  @Test
  void everyFailureOfThePaperIsRecorded() {
    List<Cell> cells = preset.cells(plan(false));

    assertThat(cells)
        .extracting(cell -> cell.servers() + " " + cell.scenario())
        .containsExactly("3 1F", "3 1L", "5 2F", "5 1F1L");
  }

  @Test
  void theQuickOnesLoseALeaderEach() {
    assertThat(preset.cells(plan(true)))
        .extracting(cell -> cell.servers() + " " + cell.scenario())
        .containsExactly("3 1L", "5 1F1L");
  }

  @Test
  void aSystemWithoutLinearizableReadsIsRefused() {
    assertThatThrownBy(() -> preset.systems(List.of("zookeeper")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--systems names zookeeper");
    assertThat(preset.systems(List.of("flotilla", "zookeeper"))).containsExactly("flotilla");
  }

  private static ExperimentPlan plan(boolean quick) {
    return new ExperimentPlan(HistoriesPreset.NAME, quick, List.of("flotilla"), "c0ffee");
  }
}
