package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.stats.RisingLine;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The cells of the paper that were measured, and how figures change from one to another. */
final class PaperCells {
  private static final double PERCENT = 100;
  private static final int LEAST_POINTS = 3;

  private final Results results;
  private final String mode;

  PaperCells(Results results) {
    this.results = results;
    this.mode =
        results.lines().stream()
            .filter(line -> line.preset().equals("paper"))
            .map(RunResult::mode)
            .findFirst()
            .orElse("paper");
  }

  private List<CellKey> cells(Predicate<CellKey> wanted) {
    return results.cells().stream()
        .filter(cell -> cell.mode().equals(mode))
        .filter(wanted)
        .toList();
  }

  /** Without failures, with the usual number of commands. */
  List<CellKey> plain() {
    return cells(CellKey::isPlain);
  }

  /** The numbers of servers of those. */
  SortedSet<Integer> sizes() {
    return new TreeSet<>(plain().stream().map(CellKey::servers).toList());
  }

  List<CellKey> plain(int servers) {
    return cells(cell -> cell.isPlain() && cell.servers() == servers);
  }

  List<CellKey> failed(int servers, String scenario) {
    return cells(cell -> cell.servers() == servers && cell.scenario().equals(scenario));
  }

  /** The cells of a figure with failures, those without failures included. */
  List<CellKey> figure(int servers, String trigger) {
    List<CellKey> failed =
        cells(
            cell ->
                cell.servers() == servers
                    && !cell.isWithoutFailure()
                    && cell.trigger().equals(trigger));
    return Stream.concat(failed.stream().map(CellKey::baseline).distinct(), failed.stream())
        .toList();
  }

  /** Whether a system was measured there and, if it is a failure, something failed. */
  boolean isMeasured(String system, CellKey cell) {
    return results.middle(system, cell, Figure.MEAN).isPresent()
        && (cell.isWithoutFailure() || results.hasKill(system, cell));
  }

  /** A figure of a system; NaN if it was not measured. */
  double value(String system, CellKey cell, Figure figure) {
    OptionalDouble found = results.middle(system, cell, figure);
    return found.orElse(Double.NaN);
  }

  /** By how many per cent a figure changes from a cell to another; NaN if one is missing. */
  double percent(String system, CellKey from, CellKey to, Figure figure) {
    return percent(value(system, from, figure), value(system, to, figure));
  }

  static double percent(double before, double after) {
    return (after / before - 1) * PERCENT;
  }

  /** From the last but one number of clients to the last; NaN if there are not two. */
  double lastStep(String system, List<CellKey> row, Figure figure) {
    int last = row.size() - 1;
    return last < 1 ? Double.NaN : percent(system, row.get(last - 1), row.get(last), figure);
  }

  /** The share of the variance that a rising line explains; NaN of fewer than three cells. */
  double straightness(String system, List<CellKey> row, Figure figure) {
    return row.size() < LEAST_POINTS
        ? Double.NaN
        : RisingLine.explained(row, CellKey::clients, cell -> value(system, cell, figure));
  }

  /** The least and the most over the cells, such as {@code -12 to +4}; empty if all are missing. */
  static <T> Optional<String> range(List<T> cells, ToDoubleFunction<T> value, String format) {
    double[] found = cells.stream().mapToDouble(value).filter(Double::isFinite).sorted().toArray();
    if (found.length == 0) {
      return Optional.empty();
    }
    String least = String.format(Locale.ROOT, format, found[0]);
    String most = String.format(Locale.ROOT, format, found[found.length - 1]);
    return Optional.of(least.equals(most) ? least : least + " to " + most);
  }
}
