package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.stats.Median;
import dev.flotilla.bench.harness.stats.RisingLine;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cells of the paper that were measured, and how figures change from one to another. */
final class PaperCells {
  /** What decides when a server is killed, as the figures are ordered. */
  static final List<String> TRIGGERS = List.of("clock", CellKey.PROGRESS);

  private static final double PERCENT = 100;

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

  List<CellKey> plain(int servers) {
    return cells(cell -> cell.isPlain() && cell.servers() == servers);
  }

  /** Those of more than one server. */
  List<CellKey> clusters() {
    return cells(cell -> cell.isPlain() && cell.servers() > 1);
  }

  List<CellKey> failed(int servers, String scenario) {
    return cells(cell -> cell.servers() == servers && cell.scenario().equals(scenario));
  }

  /** All cells with failures. */
  List<CellKey> failed() {
    return cells(cell -> !cell.isWithoutFailure());
  }

  /** The cells in which the leader fails, or those in which only followers fail. */
  List<CellKey> failed(boolean ofLeader) {
    return cells(cell -> !cell.isWithoutFailure() && cell.scenario().endsWith("L") == ofLeader);
  }

  /** The rows of these cells, with those clients with which the system was measured. */
  List<List<CellKey>> rows(String system, List<CellKey> shown) {
    return shown.stream()
        .filter(cell -> isMeasured(system, cell))
        .collect(Collectors.groupingBy(CellKey::row, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .toList();
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

  /** Whether a system was measured there and, if it is a failure, everything failed in time. */
  boolean isMeasured(String system, CellKey cell) {
    return results.middle(system, cell, Figure.MEAN).isPresent();
  }

  /** A figure of a system; NaN if it was not measured. */
  double value(String system, CellKey cell, Figure figure) {
    OptionalDouble found = results.middle(system, cell, figure);
    return found.orElse(Double.NaN);
  }

  /** A figure of a system by that of another. */
  double ratio(String system, String other, CellKey cell, Figure figure) {
    return value(system, cell, figure) / value(other, cell, figure);
  }

  /** By how many per cent a figure changes from a cell to another; NaN if one is missing. */
  double percent(String system, CellKey from, CellKey to, Figure figure) {
    return percent(value(system, from, figure), value(system, to, figure));
  }

  static double percent(double before, double after) {
    return (after / before - 1) * PERCENT;
  }

  /** By how many per cent the last number of clients is more than the one before, of two cells. */
  static double moreClients(List<CellKey> row) {
    int last = row.size() - 1;
    return percent(row.get(last - 1).clients(), row.get(last).clients());
  }

  /** From the last but one number of clients to the last; NaN if there are not two. */
  double lastStep(String system, List<CellKey> row, Figure figure) {
    int last = row.size() - 1;
    return last < 1 ? Double.NaN : percent(system, row.get(last - 1), row.get(last), figure);
  }

  /** The share of the variance that a rising line explains; NaN of fewer than three cells. */
  double straightness(String system, List<CellKey> row, Figure figure) {
    return RisingLine.explained(row, CellKey::clients, cell -> value(system, cell, figure));
  }

  /**
   * The median of the longest times without an answer, in milliseconds, of the runs in which
   * everything failed in time if it is a failure; NaN if there is none.
   */
  double silenceMillis(String system, CellKey cell) {
    double[] found =
        results.countedRunsOf(system, cell).stream()
            .mapToDouble(RunResult::silenceMillis)
            .filter(millis -> millis > 0) // those of older versions lack it
            .toArray();
    return found.length == 0 ? Double.NaN : Median.of(found);
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
