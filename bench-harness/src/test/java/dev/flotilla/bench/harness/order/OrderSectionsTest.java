package dev.flotilla.bench.harness.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flotilla.bench.harness.RecordedRun;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tables of results that no run has made. */
class OrderSectionsTest {
  private static final double PING = 60;
  private static final String REQUESTS = "Requests of clients outside of the group (cases A and B)";
  private static final String IN_SERVERS = "Time in each server with 3 clients and 4 servers";

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
  void bothCasesStandSideBySide() {
    List<RunResult> runs =
        List.of(requests(OrderProtocol.SKEEN, 3), requests(OrderProtocol.RAFT, 4));

    assertThat(section(REQUESTS, runs).table().rows())
        .containsExactly(
            List.of("sockets", "skeen", "3", "100.0", "150.0", "1.50", "9,000", "7,000"),
            List.of("sockets", "raft", "4", "100.0", "150.0", "1.50", "9,000", "7,000"));
    assertThat(sections(runs)).extracting(Section::title).doesNotContain(IN_SERVERS);
  }

  @Test
  void theSequencerStandsBesideTheOtherServers() {
    List<RunResult> runs = List.of(requests(OrderProtocol.SEQUENCER, 4));

    assertThat(section(IN_SERVERS, runs).table().rows())
        .containsExactly(
            List.of("sockets", "A", "30.0", "60.0", "-", "-", "0.50"),
            List.of("sockets", "B", "-", "-", "-", "-", "-"));
    assertThat(section("Findings of the thesis, 100 bytes", runs).table().rows())
        .extracting(row -> row.get(1), row -> row.get(2))
        .containsExactly(
            tuple("in 1 of 1 cells; 1.50", "reproduced: 1 of 1"),
            tuple("in 0 of 1 pairs of middleware and case A or B; 0.50", "contradicted: 0 of 1"));
  }

  /** A run with three clients; two servers have times. */
  private static RunResult requests(OrderProtocol protocol, int servers) {
    OrderCell cell = new OrderCell(protocol, OrderCell.SOCKETS, servers, OrderSettings.CLIENTS);
    String scenario = cell.cell().scenario().label();
    RecordedRun run =
        new RecordedRun(OrderPreset.NAME, servers, OrderSettings.CLIENTS, scenario, 1, 1, 1);
    return run.with(
        0,
        Map.of(
            "caseAMeanMicros",
            100.0,
            "caseBMeanMicros",
            150.0,
            "caseAPerSec",
            9_000.0,
            "caseBPerSec",
            7_000.0,
            "caseAServer0Micros",
            30.0,
            "caseAServer1Micros",
            60.0));
  }

  private static Section section(String title, List<RunResult> runs) {
    return sections(runs).stream()
        .filter(section -> section.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static List<Section> sections(List<RunResult> runs) {
    return new OrderSections(runs).all();
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
