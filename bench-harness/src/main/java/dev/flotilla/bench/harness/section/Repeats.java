package dev.flotilla.bench.harness.section;

import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The valid runs of one cell, and their figures as cells of a table: the median, with the smallest
 * and the largest in brackets.
 *
 * @param runs in the order of their repeats
 */
public record Repeats(List<RunResult> runs) {
  /** What a table says where nothing was measured. */
  public static final String MISSING = "-";

  private static final double MICROS_PER_MILLI = 1_000;

  /** Copies the list. */
  public Repeats {
    runs = List.copyOf(runs);
  }

  /**
   * The valid runs of a cell.
   *
   * @param results of all cells
   * @param isOfCell chooses those of the cell
   */
  public static Repeats of(List<RunResult> results, Predicate<RunResult> isOfCell) {
    return new Repeats(
        results.stream()
            .filter(run -> run.valid() && isOfCell.test(run))
            .sorted(Comparator.comparingInt(RunResult::repeat))
            .toList());
  }

  /** Whether nothing was measured. */
  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /** A figure over the runs; empty if there are none. */
  public Optional<Spread> spread(ToDoubleFunction<RunResult> figure) {
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.of(runs.stream().mapToDouble(figure).toArray()));
  }

  /** A figure over those runs that have it. */
  public Optional<Spread> spread(String figure) {
    return having(figure).spread(valueOf(figure));
  }

  /** The runs that have a figure. */
  public Repeats having(String figure) {
    return new Repeats(runs.stream().filter(run -> run.figures().containsKey(figure)).toList());
  }

  /** A figure of a run by its name, 0 if the run does not have it. */
  public static ToDoubleFunction<RunResult> valueOf(String figure) {
    return run -> run.figures().getOrDefault(figure, 0.0);
  }

  /** Milliseconds of a figure in microseconds. */
  public static ToDoubleFunction<RunResult> millis(ToDoubleFunction<RunResult> micros) {
    return run -> micros.applyAsDouble(run) / MICROS_PER_MILLI;
  }

  /** The mean latency of a run in milliseconds. */
  public static double meanMillis(RunResult run) {
    return run.latencyMicros().mean() / MICROS_PER_MILLI;
  }

  /** A figure without decimals. */
  public String whole(ToDoubleFunction<RunResult> figure) {
    return whole(spread(figure));
  }

  /** A figure that only some runs have, without decimals. */
  public String whole(String figure) {
    return whole(spread(figure));
  }

  /** Milliseconds, with one decimal, of a figure in microseconds that only some runs have. */
  public String tenthsOfMillis(String micros) {
    return tenths(having(micros).spread(millis(valueOf(micros))));
  }

  /** A spread without decimals. */
  public static String whole(Optional<Spread> spread) {
    return spread.map(found -> found.text("%,.0f")).orElse(MISSING);
  }

  /** A spread with one decimal. */
  public static String tenths(Optional<Spread> spread) {
    return spread.map(found -> found.text("%,.1f")).orElse(MISSING);
  }

  /** A figure with one decimal. */
  public String tenths(ToDoubleFunction<RunResult> figure) {
    return tenths(spread(figure));
  }

  /** The mean latency in milliseconds. */
  public String meanMillis() {
    return tenths(Repeats::meanMillis);
  }

  /** The 99th percentile of the latency in milliseconds. */
  public String p99Millis() {
    return tenths(millis(run -> run.latencyMicros().p99()));
  }

  /** Acknowledged commands a second. */
  public String opsPerSec() {
    return whole(RunResult::throughputOpsPerSec);
  }

  /** A number as a cell of a table. */
  public static String text(String format, Number value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** A number that may not have been measured. */
  public static String text(String format, Optional<Double> value) {
    return value.map(known -> text(format, known)).orElse(MISSING);
  }

  /** The figure of each run, without decimals. */
  public String each(ToDoubleFunction<RunResult> figure) {
    return runs.isEmpty()
        ? MISSING
        : runs.stream()
            .map(run -> text("%.0f", figure.applyAsDouble(run)))
            .collect(Collectors.joining(" "));
  }

  /**
   * The median of a figure by a value that others have published.
   *
   * @param published above zero
   */
  public static String ratio(Optional<Spread> spread, double published) {
    return text("%,.2f", spread.map(found -> found.median() / published));
  }

  /** How many runs there are. */
  public String count() {
    return Integer.toString(runs.size());
  }

  /** How many commands were not acknowledged, in all runs. */
  public String errors() {
    return text("%,d", errorCount());
  }

  /** A figure that counts, over all runs. */
  public String sum(String figure) {
    return text("%,.0f", sumOf(figure));
  }

  /** How many commands were not acknowledged, with those that a figure counts. */
  public String errorsAnd(String figure) {
    return text("%,.0f", errorCount() + sumOf(figure));
  }

  private double sumOf(String figure) {
    return runs.stream().mapToDouble(valueOf(figure)).sum();
  }

  /** The arithmetic mean over the runs; empty if there are none. */
  public Optional<Double> average(ToDoubleFunction<RunResult> figure) {
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(runs.stream().mapToDouble(figure).average().orElseThrow());
  }

  /** The same as a number. */
  public long errorCount() {
    return runs.stream().mapToLong(RunResult::errorCount).sum();
  }
}
