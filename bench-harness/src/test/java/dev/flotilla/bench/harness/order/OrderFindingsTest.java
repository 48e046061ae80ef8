package dev.flotilla.bench.harness.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.harness.RecordedRun;
import dev.flotilla.bench.harness.report.Verdict;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import dev.flotilla.order.request.RequestCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Judges the tables 4 to 6 of the thesis, and figures that follow its text. */
class OrderFindingsTest {
  private static final String BOTTLENECK = "the sequencer becomes a bottleneck";
  private static final String IS_OURS = "not in the thesis";

  /** Twice the time of a message of 100 bytes in its table 3. */
  private static final Map<String, Double> PING_MICROS =
      Map.of(OrderCell.SOCKETS, 3_000.0, OrderCell.RMI, 10_400.0, OrderCell.CORBA, 7_200.0);

  @Test
  void resultsAsInTheThesisReproduceEachFinding() {
    assertThat(judged(thesis(1)))
        .hasSize(17)
        .allSatisfy(row -> assertThat(row.get(2)).as(row.get(0)).startsWith("reproduced: "));
  }

  @Test
  void resultsTheOtherWayRoundReproduceNoFinding() {
    assertThat(judged(thesis(-1)))
        .hasSize(17)
        .allSatisfy(
            row ->
                assertThat(row.get(2)).as(row.get(0)).containsPattern("^(in part|contradicted): "));
  }

  @Test
  void aSizeStandsBesideThoseOfItsOwnTables() {
    List<RunResult> slow = thesis(1);
    slow.add(broadcasts(OrderProtocol.SEQUENCER, OrderCell.CORBA, 3, 10_000));
    slow.add(broadcasts(OrderProtocol.SKEEN, OrderCell.CORBA, 3, 22_000));

    assertThat(row(slow, "skeen takes 1.5 times"))
        .containsExactly(
            "in 9 of 10 cases; 1.53 (1.17-2.20) times, in 1998 1.48 (1.17-1.92)",
            "in part: 9 of 10");
  }

  @Test
  void whatIsFasterAgreesWithNoNumberOfTimesAsLong() {
    List<RunResult> fast = thesis(1);
    fast.add(broadcasts(OrderProtocol.SEQUENCER, OrderCell.CORBA, 3, 10_000));
    fast.add(broadcasts(OrderProtocol.SKEEN, OrderCell.CORBA, 3, 9_500));

    assertThat(row(fast, "skeen takes 1.5 times").get(1)).isEqualTo("in part: 9 of 10");
  }

  @Test
  void protocolsAndMiddlewaresOfOursDoNotCount() {
    List<RunResult> more = thesis(1);
    for (OrderProtocol protocol : OrderProtocol.values()) {
      more.add(broadcasts(protocol, OrderCell.SOAP, 4, 10_000 - 1_000.0 * protocol.ordinal()));
      more.add(requests(protocol, OrderCell.SOAP, -1));
    }
    more.add(requests(OrderProtocol.RAFT, OrderCell.SOCKETS, -1));
    more.add(broadcasts(OrderProtocol.RAFT, OrderCell.SOCKETS, 4, 1));

    assertThat(judged(more)).isEqualTo(judged(thesis(1)));
    assertThat(row(more, "RMI is faster than SOAP"))
        .containsExactly("in 0 of 3 cases; 0.20 (0.12-0.36)", IS_OURS);
  }

  @Test
  void aBottleneckIsNotSettledWithoutAControl() {
    assertThat(row(thesis(1), BOTTLENECK))
        .containsExactly(
            "0.33 (0.33-0.33); without a sequencer (skeen) 0.33 (0.33-0.33)", "not settled");
  }

  @Test
  void aJumpNeedsBothSizes() {
    assertThat(row(thesis(1), "RMI jumps at about 1,000 bytes"))
        .containsExactly("in 1 of 1 cells; 1.50", "reproduced: 1 of 1");
    assertThat(rows(List.of(broadcasts(OrderProtocol.SEQUENCER, OrderCell.RMI, 3, 30_000))))
        .noneMatch(row -> row.get(0).contains("jumps"));
  }

  @Test
  void sizesAroundJumpsAreMeasuredInOneGroup() {
    OrderCell three = new OrderCell(OrderProtocol.SKEEN, OrderCell.RMI, 3);
    OrderCell four = new OrderCell(OrderProtocol.SKEEN, OrderCell.RMI, 4);

    assertThat(OrderSettings.WHOLE.sizes(three))
        .containsExactly(1, 100, 500, 1_000, 2_000, 10_000, 100_000);
    assertThat(OrderSettings.WHOLE.sizes(four)).containsExactly(1, 100, 10_000, 100_000);
    assertThat(OrderSettings.QUICK.sizes(three)).containsExactly(100, 10_000);
  }

  @Test
  void theWordsSayWhatAVerdictAndASizeMean() {
    assertThat(section(thesis(1)).words())
        .contains(Verdict.WORDS, "within 40 %", "without SOAP and Raft");
  }

  private static List<List<String>> judged(List<RunResult> runs) {
    return rows(runs).stream()
        .filter(row -> !row.get(0).startsWith(BOTTLENECK) && !row.get(2).equals(IS_OURS))
        .toList();
  }

  /** What was measured, and the verdict. */
  private static List<String> row(List<RunResult> runs, String finding) {
    return rows(runs).stream()
        .filter(row -> row.get(0).startsWith(finding))
        .findFirst()
        .orElseThrow()
        .subList(1, 3);
  }

  private static List<List<String>> rows(List<RunResult> runs) {
    return section(runs).table().rows();
  }

  private static Section section(List<RunResult> runs) {
    return new OrderFindings(new OrderResults(runs)).section();
  }

  /** All times to a power: of -1, each comparison has the opposite result. */
  private static List<RunResult> thesis(int power) {
    List<RunResult> runs = new ArrayList<>();
    for (String middleware : ThesisValues.middlewares()) {
      for (OrderProtocol protocol : ThesisValues.protocols()) {
        for (int processes : List.of(2, 4, 6)) {
          OrderCell cell = new OrderCell(protocol, middleware, processes);
          double micros = 1_000.0 * ThesisValues.millis(cell).orElseThrow();
          runs.add(broadcasts(protocol, middleware, processes, opposed(micros, power)));
        }
        runs.add(requests(protocol, middleware, power));
      }
    }
    runs.add(sizes(OrderCell.RMI, 22_000, 500, 2_000, power));
    runs.add(sizes(OrderCell.SOCKETS, 8_000, 100, 1_000, power));
    return runs;
  }

  /** Around 1 ms. */
  private static double opposed(double micros, int power) {
    return 1_000 * Math.pow(micros / 1_000, power);
  }

  private static RunResult broadcasts(
      OrderProtocol protocol, String middleware, int processes, double micros) {
    return run(
        new OrderCell(protocol, middleware, processes),
        Map.of(
            OrderFigures.broadcastMicros(100),
            micros,
            OrderFigures.pingMicros(100),
            PING_MICROS.getOrDefault(middleware, 1_000.0),
            OrderFigures.freePerSec(100),
            100.0));
  }

  /** A run in which a message of the greater size takes half as long again. */
  private static RunResult sizes(
      String middleware, double micros, int small, int great, int power) {
    OrderCell cell =
        new OrderCell(OrderProtocol.SEQUENCER, middleware, OrderSettings.USUAL_PROCESSES);
    Map<String, Double> figures = new HashMap<>();
    figures.put(OrderFigures.broadcastMicros(OrderSettings.USUAL_BYTES), opposed(micros, power));
    figures.put(OrderFigures.broadcastMicros(small), opposed(micros, power));
    figures.put(OrderFigures.broadcastMicros(great), opposed(1.5 * micros, power));
    return run(cell, figures);
  }

  /** Case B is slower, and the sequencer is slower than the others, mostly in case B. */
  private static RunResult requests(OrderProtocol protocol, String middleware, int power) {
    Map<String, Double> figures = new HashMap<>();
    figures.put(RequestFigures.meanMicros(RequestCase.A), opposed(10_000, power));
    figures.put(RequestFigures.meanMicros(RequestCase.B), opposed(15_000, power));
    figures.put(RequestFigures.serverMicros(RequestCase.A, 0), opposed(7_000, power));
    figures.put(RequestFigures.serverMicros(RequestCase.B, 0), opposed(9_000, power));
    for (RequestCase way : RequestCase.values()) {
      for (int server = 1; server < OrderSettings.SATURATED_SERVERS; server++) {
        figures.put(RequestFigures.serverMicros(way, server), opposed(5_000, power));
      }
    }
    return run(
        new OrderCell(protocol, middleware, OrderSettings.SATURATED_SERVERS, OrderSettings.CLIENTS),
        figures);
  }

  private static RunResult run(OrderCell cell, Map<String, Double> figures) {
    int clients = cell.isClosed() ? cell.processes() : cell.clients();
    String scenario = cell.cell().scenario().label();
    return new RecordedRun(OrderPreset.NAME, cell.processes(), clients, scenario, 1, 1, 1)
        .with(0, figures);
  }
}
