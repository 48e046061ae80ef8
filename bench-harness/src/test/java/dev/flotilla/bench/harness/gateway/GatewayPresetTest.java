package dev.flotilla.bench.harness.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.RecordedRun;
import dev.flotilla.bench.harness.Scenario;
import dev.flotilla.bench.harness.Trigger;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The cells and the tables of the preset. */
class GatewayPresetTest {
  private final Preset preset = GatewayPreset.ofThisCheckout();

  @Test
  void everyCellIsFoundAgainByItsName() {
    List<GatewayCell> all = GatewayCell.all(GatewaySettings.WHOLE);
    for (GatewayCell cell : all) {
      assertThat(cell.cell().in(all, GatewayCell::cell)).isEqualTo(cell);
    }
  }

  @Test
  void cellsOfOtherPresetsAreRefused() {
    List<GatewayCell> all = GatewayCell.all(GatewaySettings.QUICK);
    Cell other = new Cell("flotilla", 1, 1, Scenario.ONE_LEADER, Trigger.NONE);

    assertThatThrownBy(() -> other.in(all, GatewayCell::cell))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1L");
  }

  @Test
  void everyModeMeetsEveryLoadAndTheKills() {
    assertThat(GatewayCell.all(GatewaySettings.WHOLE))
        .hasSize(5 * 3 * 6 + 5)
        .doesNotHaveDuplicates();
  }

  @Test
  void reportSaysThatHttpdWasNotMeasured() {
    assertThat(preset.sections(List.of(run("sync", 50, Map.of()))).get(0).words())
        .contains("was not measured");
    assertThat(preset.sections(List.of(run("httpd", 50, Map.of()))).get(0).words())
        .doesNotContain("was not measured");
  }

  @Test
  void loadsAndKillsHaveATableEach() {
    List<Section> sections =
        preset.sections(List.of(run("sync", 50, Map.of()), run("none-with-kills", 200, KILLED)));

    assertThat(sections)
        .extracting(Section::title)
        .containsExactly("Response time and throughput", "Web servers killed under load");
    assertThat(sections.get(0).table().rows().get(0)).startsWith("3", "50", "sync");
    assertThat(sections.get(1).table().rows().get(0))
        .startsWith("none", "11", "50,000", "0", "7")
        .endsWith("0", "3", "2");
  }

  @Test
  void whatFailsIsCountedByWhetherItMayBeRepeated() {
    GatewayFigures figures =
        new GatewayFigures(
            new LoadResult(7, 1, Map.of("PUT", 3L, "POST", 4L), new Histogram(3)),
            Map.of(WebRequest.POST, 1L, WebRequest.POST_WITH_KEY, 6L),
            8,
            9);

    assertThat(figures.byName())
        .containsEntry(GatewayFigures.SENT, 14.0)
        .containsEntry(GatewayFigures.FAILED, 3.0)
        .containsEntry(GatewayFigures.UNKNOWN, 4.0)
        .containsEntry(GatewayFigures.TWICE, 1.0)
        .containsEntry(GatewayFigures.KEYED_TWICE, 6.0)
        .containsEntry(GatewayFigures.UNDONE, 8.0)
        .containsEntry(GatewayFigures.KILLS, 9.0);
  }

  @Test
  void anOlderVersionAfterANewerOneIsCounted() {
    String first = "PUT " + WebRequest.PUT.target(1, 1);
    String second = "PUT " + WebRequest.PUT.target(1, 2);
    String other = "PUT " + WebRequest.PUT.target(2, 1);

    assertThat(WebRequest.undone(List.of(first, first, second, other))).isZero();
    assertThat(WebRequest.undone(List.of(first, second, other, first))).isEqualTo(1);
  }

  private static final Map<String, Double> KILLED =
      Map.of(
          GatewayFigures.KILLS,
          11.0,
          GatewayFigures.SENT,
          50_000.0,
          GatewayFigures.FAILED,
          0.0,
          GatewayFigures.UNKNOWN,
          7.0,
          GatewayFigures.TWICE,
          0.0,
          GatewayFigures.KEYED_TWICE,
          3.0,
          GatewayFigures.UNDONE,
          2.0);

  private static RunResult run(String scenario, int clients, Map<String, Double> figures) {
    return new RecordedRun(GatewayPreset.NAME, 3, clients, scenario, 1, 1_000, 2).with(0, figures);
  }
}
