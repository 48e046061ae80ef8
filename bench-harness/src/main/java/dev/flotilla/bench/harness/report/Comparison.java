package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.stats.Bootstrap;
import dev.flotilla.bench.harness.stats.Estimate;
import dev.flotilla.bench.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Two result directories side by side: how much the second differs from the first in each cell that
 * both have, and which differences are larger than the noise.
 *
 * <p>Runs are compared by themselves. Of paired windows the ratios to the other system are
 * compared, since those do not depend on how fast the machine was that day.
 */
final class Comparison {
  private static final List<Figure> FIGURES =
      List.of(Figure.THROUGHPUT, Figure.P50, Figure.P99, Figure.CORE_MILLIS);

  private final Results before;
  private final Results after;

  Comparison(Results before, Results after) {
    this.before = before;
    this.after = after;
  }

  /**
   * One difference.
   *
   * @param cell what was measured
   * @param what the system and the figure
   * @param first the figure in the first directory
   * @param second the figure in the second
   * @param ratio second to first
   */
  record Row(CellKey cell, String what, String first, String second, Estimate ratio) {
    String verdict() {
      return switch (ratio.verdict()) {
        case ABOVE -> "higher";
        case BELOW -> "lower";
        case LEVEL -> "within the noise";
        case UNKNOWN -> "too few repeats to tell";
      };
    }

    boolean isLargerThanNoise() {
      return ratio.verdict() == Estimate.Verdict.ABOVE || ratio.verdict() == Estimate.Verdict.BELOW;
    }
  }

  /** All differences, cell by cell. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (CellKey cell : before.cells()) {
      for (String system : before.systems()) {
        for (Figure figure : FIGURES) {
          row(cell, system, figure).ifPresent(rows::add);
        }
      }
    }
    return rows;
  }

  private Optional<Row> row(CellKey cell, String system, Figure figure) {
    return cell.mode().startsWith(Results.PAIRED)
        ? pairedRow(cell, system, figure)
        : runRow(cell, system, figure);
  }

  private Optional<Row> runRow(CellKey cell, String system, Figure figure) {
    double[] first = Results.values(before.runsOf(system, cell), figure.ofRun());
    double[] second = Results.values(after.runsOf(system, cell), figure.ofRun());
    if (first.length == 0 || second.length == 0 || Spread.of(first).min() <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Row(
            cell,
            system + ", " + figure.title(),
            Spread.of(first).text(figure.format()),
            Spread.of(second).text(figure.format()),
            Bootstrap.ratioOfMedians(second, first)));
  }

  /** The ratio of the first system to another in both directories. */
  private Optional<Row> pairedRow(CellKey cell, String other, Figure figure) {
    String system = before.systems().get(0);
    if (other.equals(system)) {
      return Optional.empty();
    }
    Optional<Estimate> first = before.ratio(system, other, cell, figure);
    Optional<Estimate> second = after.ratio(system, other, cell, figure);
    if (first.isEmpty() || second.isEmpty() || first.get().value() <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Row(
            cell,
            system + " : " + other + ", " + figure.title(),
            first.get().text(),
            second.get().text(),
            quotient(second.get(), first.get())));
  }

  /** Both are ratios, so their errors add up as squares on a scale of logarithms. */
  static Estimate quotient(Estimate over, Estimate under) {
    double value = over.value() / under.value();
    double down =
        Math.hypot(Math.log(over.value() / over.low()), Math.log(under.high() / under.value()));
    double up =
        Math.hypot(Math.log(over.high() / over.value()), Math.log(under.value() / under.low()));
    return new Estimate(
        value,
        value * Math.exp(-down),
        value * Math.exp(up),
        Math.min(over.count(), under.count()));
  }

  /** The rows and one sentence, as text for a terminal. */
  String text() {
    List<Row> rows = rows();
    if (rows.isEmpty()) {
      return "The two directories have no cell in common, so there is nothing to compare.%n"
          .formatted();
    }
    StringBuilder text = new StringBuilder();
    text.append("A is %s%nB is %s%n".formatted(before.directory(), after.directory()));
    CellKey last = null;
    for (Row row : rows) {
      if (!row.cell.equals(last)) {
        text.append("%n%s%n".formatted(row.cell.text()));
        last = row.cell;
      }
      text.append(line(row));
    }
    long larger = rows.stream().filter(Row::isLargerThanNoise).count();
    text.append(
        "%n%s of %s differences are larger than the noise (95 %% interval of B to A without 1).%n"
            .formatted(larger, rows.size()));
    return text.toString();
  }

  private static String line(Row row) {
    return String.format(
        Locale.ROOT,
        "%s %-34s A %-24s B %-24s B/A %-18s %s%n",
        row.isLargerThanNoise() ? " *" : "  ",
        row.what,
        row.first,
        row.second,
        row.ratio.text(),
        row.verdict());
  }
}
