package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.report.FindingRows.Agreement;
import dev.flotilla.bench.harness.report.FindingRows.Found;
import java.util.List;

/** The paper's findings about figures that grow, or not, with the number of clients. */
final class PaperGrowth {
  private static final double STRAIGHT = 0.9;
  private static final int THREE = 3;
  private static final int FIVE = 5;

  private final PaperCells cells;
  private final FindingRows rows;

  PaperGrowth(PaperCells cells, FindingRows rows) {
    this.cells = cells;
    this.rows = rows;
  }

  void add() {
    List<CellKey> clusters = cells.clusters();
    rows.each(
        "Latency grows in a straight line with the clients, except Raft's with 5 servers.",
        system ->
            straight(
                system,
                cells.plain().stream()
                    .filter(cell -> !FindingRows.isRaft(system) || cell.servers() != FIVE)
                    .toList(),
                Figure.MEAN));
    rows.each(
        "Raft with 5 servers is saturated by 25 clients: its latency soars, by more than the number"
            + " of clients.",
        rows.rafts(),
        system ->
            lastStep(
                system,
                cells.plain(FIVE),
                Figure.MEAN,
                (row, percent) -> percent - PaperCells.moreClients(row)));
    rows.each(
        "Raft's throughput with 3 and 5 servers stagnates at about 430 operations/s; ZooKeeper's"
            + " still grows at 25 clients.",
        system ->
            FindingRows.isRaft(system)
                ? peak(system, clusters)
                : lastStep(system, cells.plain(), Figure.THROUGHPUT, (row, percent) -> percent));
    rows.against(
        "So ZooKeeper with 3 and 5 servers gains on Raft as clients are added.",
        rows.others(),
        other ->
            Found.in(
                cells.rows(other, clusters),
                row -> gain(other, row),
                (row, percent) -> -percent,
                "%+.0f",
                "ratio to " + other + " %s %% with the most clients."));
    List<CellKey> figure =
        PaperCells.TRIGGERS.stream()
            .flatMap(trigger -> cells.figure(THREE, trigger).stream())
            .toList();
    rows.each(
        "Figure 4: Raft's throughput peaks with 10 clients; ZooKeeper's grows in a straight line.",
        system ->
            FindingRows.isRaft(system)
                ? peak(system, figure)
                : straight(system, figure, Figure.THROUGHPUT));
    rows.each(
        "Figures 3 and 5: with failures, too, latency grows in a straight line with the clients.",
        system -> straight(system, cells.failed(), Figure.MEAN));
  }

  /** By how many per cent the ratio of throughput changes from the fewest clients to the most. */
  private double gain(String other, List<CellKey> row) {
    CellKey fewest = row.get(0);
    CellKey most = row.get(row.size() - 1);
    return PaperCells.percent(
        cells.ratio(rows.raft(), other, fewest, Figure.THROUGHPUT),
        cells.ratio(rows.raft(), other, most, Figure.THROUGHPUT));
  }

  /** Throughput that has grown, and then does not grow by more than what is alike. */
  private Found peak(String system, List<CellKey> shown) {
    return lastStep(
        system,
        shown,
        Figure.THROUGHPUT,
        (row, percent) ->
            cells.lastStep(system, row.subList(0, row.size() - 1), Figure.THROUGHPUT) <= 0
                ? -1
                : PaperFindings.ALIKE_PERCENT - percent);
  }

  private Found lastStep(
      String system, List<CellKey> shown, Figure figure, Agreement<List<CellKey>> agreement) {
    return Found.in(
        cells.rows(system, shown),
        row -> cells.lastStep(system, row, figure),
        agreement,
        "%+.0f",
        FindingRows.name(figure) + " %s %% with the last clients.");
  }

  private Found straight(String system, List<CellKey> shown, Figure figure) {
    return Found.in(
        cells.rows(system, shown),
        row -> cells.straightness(system, row, figure),
        (row, share) -> share - STRAIGHT,
        "%.2f",
        "r2 %s.");
  }
}
