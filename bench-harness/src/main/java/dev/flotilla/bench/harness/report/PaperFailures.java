package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.report.FindingRows.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;

/** The paper's findings about what failures cost. */
final class PaperFailures {
  private static final int THREE = 3;
  private static final int FIVE = 5;
  private static final int PEAK_CLIENTS = 10;
  private static final int MOST_CLIENTS = 25;

  private final PaperCells cells;
  private final FindingRows rows;

  PaperFailures(PaperCells cells, FindingRows rows) {
    this.cells = cells;
    this.rows = rows;
  }

  void add() {
    ofThreeServers();
    ofFiveServers();
    followers();
    withoutLeader();
  }

  private void ofThreeServers() {
    IntUnaryOperator exceptFive = clients -> clients == FIVE ? -1 : 1;
    failure(
        "3 servers, 1F: a failed follower costs ZooKeeper 10 to 30 operations/s; Raft gains 5 to 90,"
            + " except with 5 clients.",
        new Failure(THREE, "1F", Figure.THROUGHPUT),
        exceptFive);
    failure(
        "3 servers, 1F: ZooKeeper's latency rises by 2 to 5 ms; Raft's falls by 1 to 5 ms, except with"
            + " 5 clients.",
        new Failure(THREE, "1F", Figure.MEAN),
        exceptFive);
    failure(
        "3 servers, 1L: a failed leader costs ZooKeeper 70 to 120 operations/s; Raft loses with 1, 5"
            + " and 10 clients and gains with 25.",
        new Failure(THREE, "1L", Figure.THROUGHPUT),
        PaperFailures::exceptMost);
    failure(
        "3 servers, 1L: ZooKeeper's latency rises by 20 to 30 ms; Raft's rises with 1, 5 and 10"
            + " clients and falls with 25.",
        new Failure(THREE, "1L", Figure.MEAN),
        PaperFailures::exceptMost);
    rows.each(
        "3 servers, 1L: Raft's loss is smaller with 10 clients than with 1 and 5.",
        rows.rafts(),
        system ->
            withClients(
                PEAK_CLIENTS,
                cells.failed(THREE, "1L"),
                cell -> change(system, cell),
                "with 10 clients throughput changes by %s points more than with fewer."));
  }

  private void ofFiveServers() {
    failure(
        "5 servers, 2F: ZooKeeper loses 9 to 31 operations/s; Raft gains 2 to 40, and more with 25"
            + " clients.",
        new Failure(FIVE, "2F", Figure.THROUGHPUT),
        clients -> 1);
    rows.each(
        "5 servers, 2F: Raft gains most operations/s with 25 clients.",
        rows.rafts(),
        system ->
            withClients(
                MOST_CLIENTS,
                cells.failed(FIVE, "2F"),
                cell -> difference(system, cell, Figure.THROUGHPUT),
                "with 25 clients %s operations/s more than with fewer."));
    failure(
        "5 servers, 2F: ZooKeeper's latency rises by 4 to 17 ms; Raft's falls slightly.",
        new Failure(FIVE, "2F", Figure.MEAN),
        clients -> 1);
    failure(
        "5 servers, 1F1L: ZooKeeper loses 20 to 130 operations/s; Raft loses 50 to 180, except with"
            + " 25 clients.",
        new Failure(FIVE, "1F1L", Figure.THROUGHPUT),
        PaperFailures::exceptMost);
    failure(
        "5 servers, 1F1L: ZooKeeper's latency rises by about 30 ms; Raft's by 9 to 16 ms, except with"
            + " 25 clients.",
        new Failure(FIVE, "1F1L", Figure.MEAN),
        PaperFailures::exceptMost);
  }

  private void followers() {
    List<CellKey> failed = cells.failed(false);
    rows.against(
        "ZooKeeper suffers more from failed followers than Raft.",
        rows.others(),
        other ->
            Found.in(
                failed,
                cell -> change(other, cell) - change(rows.raft(), cell),
                (cell, points) -> -points,
                "%+.0f",
                "throughput of %s changes by %%s points more than that of %s."
                    .formatted(other, rows.raft())));
  }

  private void withoutLeader() {
    List<CellKey> failed = cells.failed(true);
    rows.each(
        "Without a leader nothing is answered until another is elected.",
        system ->
            Found.in(
                failed,
                cell -> cells.silenceMillis(system, cell),
                (cell, millis) -> millis - cells.silenceMillis(system, cell.baseline()),
                "%,.0f",
                "no answer for %%s ms, without failures for %s."
                    .formatted(
                        PaperCells.range(
                                failed,
                                cell -> cells.silenceMillis(system, cell.baseline()),
                                "%,.0f")
                            .orElse("-"))));
  }

  /** The change of throughput by a failure in per cent; NaN if it was not measured. */
  private double change(String system, CellKey cell) {
    return cells.isMeasured(system, cell)
        ? cells.percent(system, cell.baseline(), cell, Figure.THROUGHPUT)
        : Double.NaN;
  }

  /** The change of a figure by a failure in its unit; NaN if it was not measured. */
  private double difference(String system, CellKey cell, Figure figure) {
    return cells.isMeasured(system, cell)
        ? cells.value(system, cell, figure) - cells.value(system, cell.baseline(), figure)
        : Double.NaN;
  }

  /** The change with a number of clients beside those with fewer. */
  private static Found withClients(
      int clients, List<CellKey> failed, ToDoubleFunction<CellKey> change, String words) {
    return Found.in(
        failed.stream().filter(cell -> cell.clients() < clients).toList(),
        cell -> change.applyAsDouble(cell.withClients(clients)) - change.applyAsDouble(cell),
        (cell, more) -> more,
        "%+,.0f",
        words);
  }

  /** Raft loses with a failure, but with the most clients it gains. */
  private static int exceptMost(int clients) {
    return clients == MOST_CLIENTS ? 1 : -1;
  }

  private record Failure(int servers, String scenario, Figure figure) {}

  /**
   * ZooKeeper is always worse with a failure.
   *
   * @param raftGains for a number of clients 1 if Raft is better with the failure, else -1
   */
  private void failure(String paper, Failure failure, IntUnaryOperator raftGains) {
    List<CellKey> failed = cells.failed(failure.servers, failure.scenario);
    Figure figure = failure.figure;
    rows.each(
        paper,
        system ->
            Found.of(
                effect(system, failed, figure),
                Verdict.of(
                    failed.stream()
                        .mapToDouble(
                            cell ->
                                FindingRows.better(figure)
                                    * difference(system, cell, figure)
                                    * (FindingRows.isRaft(system)
                                        ? raftGains.applyAsInt(cell.clients())
                                        : -1)))));
  }

  private List<String> effect(String system, List<CellKey> failed, Figure figure) {
    boolean isLatency = figure == Figure.MEAN;
    SortedSet<String> triggers = new TreeSet<>(failed.stream().map(CellKey::trigger).toList());
    List<String> words = new ArrayList<>();
    for (String trigger : triggers) {
      List<CellKey> measured =
          failed.stream()
              .filter(cell -> cell.trigger().equals(trigger) && cells.isMeasured(system, cell))
              .toList();
      String difference =
          PaperCells.range(
                  measured,
                  cell -> difference(system, cell, figure),
                  isLatency ? "%+.1f" : "%+,.0f")
              .orElse("-");
      PaperCells.range(
              measured, cell -> cells.percent(system, cell.baseline(), cell, figure), "%+.0f")
          .ifPresent(
              percent ->
                  words.add(
                      "%s %s %% (%s %s) by %s"
                          .formatted(
                              FindingRows.name(figure),
                              percent,
                              difference,
                              isLatency ? "ms" : "operations/s",
                              trigger)));
    }
    return words;
  }
}
