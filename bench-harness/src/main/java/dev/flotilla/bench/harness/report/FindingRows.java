package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** The rows of the paper's findings: a sentence of the paper, what was found here, a verdict. */
final class FindingRows {
  private static final String NOT_MEASURED = "Not measured here.";

  private final List<String> systems;
  private final List<Row> rows = new ArrayList<>();

  private record Row(String paper, String ours, String verdict) {}

  /**
   * No rows.
   *
   * @param systems the one that stands for the paper's Raft first
   */
  FindingRows(List<String> systems) {
    this.systems = List.copyOf(systems);
  }

  /**
   * What was found of a system.
   *
   * @param words empty if nothing was measured
   */
  record Found(Optional<String> words, Verdict verdict) {
    /** With words that are joined; none if there are none. */
    static Found of(List<String> words, Verdict verdict) {
      return new Found(
          words.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", words) + "."),
          verdict);
    }

    /**
     * What was found in cells, where the values that are shown are those that are judged.
     *
     * @param value of a cell or a row of cells; not a number if it was not measured
     * @param format of a value
     * @param words with a place for the range of the values
     */
    static <T> Found in(
        List<T> cells,
        ToDoubleFunction<T> value,
        Agreement<T> agreement,
        String format,
        String words) {
      return new Found(
          PaperCells.range(cells, value, format).map(words::formatted),
          FindingRows.verdict(cells, value, agreement));
    }
  }

  /** How far a value agrees with the paper: above 0 if it does. */
  interface Agreement<T> {
    double of(T cell, double value);
  }

  static <T> Verdict verdict(List<T> cells, ToDoubleFunction<T> value, Agreement<T> agreement) {
    return Verdict.of(
        cells.stream()
            .mapToDouble(
                cell -> {
                  double found = value.applyAsDouble(cell);
                  return Double.isFinite(found) ? agreement.of(cell, found) : Double.NaN;
                }));
  }

  Table<?> table() {
    return Table.of(rows)
        .column("The paper (2014, six hosts on a LAN)", Row::paper)
        .column("Here", Row::ours)
        .column("Verdict", Row::verdict);
  }

  List<String> systems() {
    return systems;
  }

  /** The system that stands for the paper's Raft. */
  String raft() {
    return systems.get(0);
  }

  /** Those that it is compared with. */
  List<String> others() {
    return systems.subList(1, systems.size());
  }

  /** All of which the paper's sentences about Raft are judged. */
  List<String> rafts() {
    return systems.stream().filter(FindingRows::isRaft).toList();
  }

  static boolean isRaft(String system) {
    return !system.startsWith("zookeeper");
  }

  static String name(Figure figure) {
    return figure == Figure.MEAN ? "mean latency" : "throughput";
  }

  /** 1 if more of the figure is better, else -1. */
  static int better(Figure figure) {
    return figure == Figure.MEAN ? -1 : 1;
  }

  /** Adds a row with a verdict for each system, because the paper says other things of them. */
  void each(String paper, Function<String, Found> finding) {
    each(paper, systems, finding);
  }

  /** The same for some systems. */
  void each(String paper, List<String> names, Function<String, Found> finding) {
    add(paper, names, finding, name -> name + ": ", "");
  }

  /** Adds a row with a verdict for each system that stands beside Raft. */
  void against(String paper, List<String> names, Function<String, Found> finding) {
    add(paper, names, finding, name -> "", "against ");
  }

  private void add(
      String paper,
      List<String> names,
      Function<String, Found> finding,
      UnaryOperator<String> beforeWords,
      String beforeVerdict) {
    List<String> ours = new ArrayList<>();
    List<String> verdicts = new ArrayList<>();
    for (String name : names) {
      Found found = finding.apply(name);
      found.words().ifPresent(words -> ours.add(beforeWords.apply(name) + words));
      verdicts.add("%s%s %s".formatted(beforeVerdict, name, found.verdict()));
    }
    rows.add(
        new Row(
            paper,
            ours.isEmpty() ? NOT_MEASURED : String.join(" ", ours),
            verdicts.isEmpty() ? NOT_MEASURED : String.join("; ", verdicts) + "."));
  }
}
