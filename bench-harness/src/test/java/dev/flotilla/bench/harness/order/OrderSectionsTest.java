package dev.flotilla.bench.harness.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flotilla.bench.harness.RecordedRun;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tables of results that no run has made. */
class OrderSectionsTest {
  private static final double PING = 60;

  @Test
  void aMeasurementStandsBesideBothPredictions() {
    OrderCell cell = new OrderCell(OrderProtocol.SEQUENCER, OrderCell.SOCKETS, 4);

    Section section = sections(List.of(run(cell, 105))).get(0);

    assertThat(section.title()).isEqualTo("Broadcasts of 100 bytes on sockets");
    // 1.75 steps and 6 messages, each half a ping.
    assertThat(section.table().rows())
        .containsExactly(
            List.of(
                "sequencer",
                "4",
                "105.0",
                "210.0",
                "1,000.0",
                "60.0",
                "52.5",
                "2.00",
                "180.0",
                "0.58",
                "10"));
    assertThat(section.drawings()).hasSize(1);
  }

  @Test
  void forcedRaftIsComparedWithRaftInMemory() {
    List<RunResult> runs =
        List.of(
            run(new OrderCell(OrderProtocol.RAFT, OrderCell.RMI, 3), 100),
            run(new OrderCell(OrderProtocol.RAFT_FORCED, OrderCell.RMI, 3), 450));

    assertThat(section("Raft with and without forcing, 100 bytes", runs).table().rows())
        .extracting(row -> row.get(0), row -> row.get(2), row -> row.get(3), row -> row.get(4))
        .containsExactly(tuple("rmi", "100.0", "450.0", "4.50"));
  }

  @Test
  void resultsAsInTheThesisAgreeWithItsFindings() {
    assertThat(findings(1))
        .hasSize(8)
        .allSatisfy(row -> assertThat(row.get(2)).as(row.get(0)).isEqualTo("yes"));
  }

  @Test
  void resultsTheOtherWayRoundDisagree() {
    assertThat(findings(-1))
        .filteredOn(row -> row.get(2).equals("no"))
        .extracting(row -> row.get(0))
        .contains("sequencer is faster than skeen", "skeen is faster than chandra-toueg")
        .contains("TCP is faster than RMI", "skeen takes 1.5 times as long as the sequencer")
        .anyMatch(finding -> finding.startsWith("the time grows in a straight line"));
  }

  /** Times that are proportional to a power of those that the messages predict. */
  private static List<List<String>> findings(int power) {
    List<RunResult> runs = new ArrayList<>();
    for (String middleware : List.of(OrderCell.SOCKETS, OrderCell.RMI)) {
      double factor = middleware.equals(OrderCell.RMI) ? 3 : 1;
      for (OrderProtocol protocol : ThesisValues.protocols()) {
        for (int processes : OrderSettings.ALL_PROCESSES) {
          OrderCell cell = new OrderCell(protocol, middleware, processes);
          double micros = 1.5 * factor * OrderSections.messagesMicros(cell, PING);
          runs.add(run(cell, 1_000 * Math.pow(micros / 1_000, power)));
        }
      }
    }
    return section("Findings of the thesis, 100 bytes", runs).table().rows();
  }

  private static Section section(String title, List<RunResult> runs) {
    return sections(runs).stream()
        .filter(section -> section.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static List<Section> sections(List<RunResult> runs) {
    return new OrderPreset().sections(runs);
  }

  private static RunResult run(OrderCell cell, double micros) {
    RecordedRun run =
        new RecordedRun(
            OrderPreset.NAME,
            cell.processes(),
            cell.processes(),
            cell.cell().scenario().label(),
            1,
            1,
            1);
    return run.with(
        0,
        Map.of(
            OrderFigures.broadcastMicros(100),
            micros,
            OrderFigures.broadcastP99Micros(100),
            2 * micros,
            OrderFigures.pingMicros(100),
            PING,
            OrderFigures.freePerSec(100),
            2_000.0,
            OrderFigures.turnsPerSec(100),
            1_000.0));
  }
}
