package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.report.FindingRows.Agreement;
import dev.flotilla.bench.harness.report.FindingRows.Found;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** What the paper found, figure by figure and sentence by sentence, and what was found here. */
public final class PaperFindings {
  private static final String NOTE =
      "A verdict counts the cells in which a figure changes in the direction that the paper"
          + " names; how far is not judged, since the hosts differ, and a change within the"
          + " spread of the runs counts, too. "
          + Verdict.WORDS
          + " Alike, and stagnates, mean at most 10 %; a straight line explains at least 90 % of"
          + " the variance. A cell that a finding excepts agrees if it is the other way round"
          + " there. Two things of 2014 do not carry"
          + " over. Leaders are elected here; the paper's manager appointed them. A modern system"
          + " may finish 120 iterations before a kill at 500 ms, so failures are measured by the"
          + " clock and by progress. Runs that ended before a kill are left out"
          + " here. Latency counts acknowledged commands: the one that a killed server held up is"
          + " an error in ZooKeeper's client, which reports a lost connection, and a long wait in"
          + " Flotilla's, which tries it again. Failures therefore raise Flotilla's mean latency"
          + " more.";

  /** Figures that differ by at most so much are alike. */
  static final double ALIKE_PERCENT = 10;

  private static final int THREE = 3;
  private static final int FIVE = 5;
  private static final int MOST_CLIENTS = 25;

  private final PaperCells cells;
  private final FindingRows rows;

  PaperFindings(Results results) {
    this.cells = new PaperCells(results);
    this.rows = new FindingRows(results.systems());
  }

  /**
   * The findings for the report as Markdown.
   *
   * @param runs at least one
   */
  public static Section of(List<RunResult> runs) {
    return new PaperFindings(ResultReader.of(runs)).section();
  }

  Section section() {
    figures();
    withMoreServers();
    new PaperGrowth(cells, rows).add();
    new PaperFailures(cells, rows).add();
    return new Section("The paper's findings and ours", NOTE, rows.table());
  }

  private void figures() {
    figurePair(1, "", "", ", except with 5 servers and 25 clients", cells.plain());
    for (String trigger : PaperCells.TRIGGERS) {
      String letter = trigger.equals(CellKey.PROGRESS) ? "b" : "";
      String by = Figures.by(trigger);
      figurePair(3, letter, ", 3 servers, one killed" + by, "", cells.figure(THREE, trigger));
      figurePair(
          5,
          letter,
          ", 5 servers, two killed" + by,
          ", except without failures and with 25 clients",
          cells.figure(FIVE, trigger));
    }
  }

  private void figurePair(
      int number, String letter, String what, String exception, List<CellKey> shown) {
    beside(
        "Figure %s%s%s: Raft's latency is lower than ZooKeeper's%s."
            .formatted(number, letter, what, exception),
        shown,
        Figure.MEAN);
    beside(
        "Figure %s%s%s: Raft's throughput is higher than ZooKeeper's%s."
            .formatted(number + 1, letter, what, exception),
        shown,
        Figure.THROUGHPUT);
  }

  private void withMoreServers() {
    List<CellKey> clusters = cells.clusters();
    List<CellKey> five = cells.plain(FIVE);
    beside(
        "Raft with 3 and 5 servers has a lower latency than ZooKeeper; the exception is 5 servers"
            + " with 25 clients (about 103 ms).",
        clusters,
        Figure.MEAN);
    rows.against(
        "Raft with one server, which replicates nothing, has noticeably the lowest latency of all.",
        rows.systems(),
        system ->
            Found.in(
                system.equals(rows.raft()) ? clusters : cells.plain(),
                cell ->
                    cells.value(rows.raft(), cell.withServers(1), Figure.MEAN)
                        / cells.value(system, cell, Figure.MEAN),
                (cell, ratio) -> 1 - ratio,
                "%.2f",
                "mean latency of %s with one server: %%s times that of %s."
                    .formatted(rows.raft(), system)));
    rows.each(
        "ZooKeeper's latency falls with the number of servers; Raft's with 3 and 5 servers is alike,"
            + " except with 25 clients.",
        system ->
            FindingRows.isRaft(system)
                ? step(system, five, Figure.MEAN, PaperFindings::alike)
                : step(system, clusters, Figure.MEAN, (cell, percent) -> -percent));
    rows.each(
        "ZooKeeper's throughput grows with the number of servers; Raft's does not, since the leader"
            + " does all the work.",
        system ->
            step(
                system,
                clusters,
                Figure.THROUGHPUT,
                (cell, percent) -> FindingRows.isRaft(system) ? ALIKE_PERCENT - percent : percent));
  }

  private static double alike(CellKey cell, double percent) {
    return isException(cell) ? percent - ALIKE_PERCENT : ALIKE_PERCENT - Math.abs(percent);
  }

  /** Raft beside each other system, in cells in which both were measured. */
  private void beside(String paper, List<CellKey> shown, Figure figure) {
    rows.against(
        paper,
        rows.others(),
        other -> {
          List<CellKey> both =
              shown.stream()
                  .filter(
                      cell -> cells.isMeasured(rows.raft(), cell) && cells.isMeasured(other, cell))
                  .toList();
          ToDoubleFunction<CellKey> ratio = cell -> cells.ratio(rows.raft(), other, cell, figure);
          String exception =
              PaperCells.range(
                      both.stream().filter(PaperFindings::isException).toList(),
                      ratio,
                      "; in the exception %.2f times")
                  .orElse("");
          return Found.in(
              both,
              ratio,
              (cell, times) ->
                  (isException(cell) ? -1 : 1) * FindingRows.better(figure) * (times - 1),
              "%.2f",
              "%s of %s: %%s times that of %s%s."
                  .formatted(FindingRows.name(figure), rows.raft(), other, exception));
        });
  }

  /** The change from each number of servers to the next. */
  private Found step(String system, List<CellKey> to, Figure figure, Agreement<CellKey> agreement) {
    ToDoubleFunction<CellKey> percent =
        cell -> cells.percent(system, cell.withServers(cell.servers() - 2), cell, figure);
    List<String> words = new ArrayList<>();
    for (int servers : new TreeSet<>(to.stream().map(CellKey::servers).toList())) {
      List<CellKey> ofSize = to.stream().filter(cell -> cell.servers() == servers).toList();
      PaperCells.range(ofSize, percent, "%+.0f")
          .ifPresent(
              range ->
                  words.add(
                      "%s %s %% from %s to %s servers"
                          .formatted(FindingRows.name(figure), range, servers - 2, servers)));
    }
    return Found.of(words, FindingRows.verdict(to, percent, agreement));
  }

  /** The one in which the paper has Raft saturated, and worse than ZooKeeper. */
  private static boolean isException(CellKey cell) {
    return cell.isWithoutFailure() && cell.servers() == FIVE && cell.clients() == MOST_CLIENTS;
  }
}
