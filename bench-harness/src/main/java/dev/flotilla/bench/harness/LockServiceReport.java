package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The results of the lock service as Markdown: a table with a row for each number of clients, then
 * each system at saturation beside the libraries of the paper.
 */
final class LockServiceReport {
  private static final double MICROS_PER_MILLI = 1_000;

  private static final List<String> COLUMNS =
      List.of(
          "generators",
          "clients",
          "system",
          "runs",
          "ops/s",
          "p50 ms",
          "p90 ms",
          "p99 ms",
          "core-ms/op",
          "errors");

  private static final List<String> SATURATION =
      List.of("system", "clients", "ops/s", "p90 ms", "saturated");

  // As the paper's text states them; it has no numbers of clients.
  private static final List<List<String>> LIBRARIES =
      List.of(
          List.of("S-Paxos (paper)", "-", "1,400", "300", "yes"),
          List.of("BFT-SMaRt (paper)", "-", "2,360", "180", "no: out of memory"),
          List.of("URingPaxos (paper)", "-", "360,000", "below 4", "no: out of clients"));

  private final ExperimentPlan plan;
  private final List<Cell> cells;
  private final List<RunResult> valid;

  LockServiceReport(ExperimentPlan plan, List<Cell> cells, List<RunResult> results) {
    this.plan = plan;
    this.cells = List.copyOf(cells);
    this.valid = results.stream().filter(RunResult::valid).toList();
  }

  /** The whole report; one sentence when nothing was measured. */
  String markdown() {
    if (valid.isEmpty()) {
      return "Nothing was measured.\n";
    }
    return "## Lock service, 3 servers%n%n%s%n".formatted(load().markdown())
        + "## Saturation beside the paper's libraries%n%n%s%n".formatted(saturation().markdown())
        + "The preset measures Flotilla only: no other system of the benchmark has the lock"
        + " service. The paper measured on other machines, with a network between them.\n\n"
        + Report.footer(plan.systems(), valid);
  }

  private Table load() {
    Table table = new Table(COLUMNS);
    for (Cell cell : cells) {
      List<RunResult> runs = runs(cell);
      if (!runs.isEmpty()) {
        table.add(row(cell, runs));
      }
    }
    return table;
  }

  private static List<String> row(Cell cell, List<RunResult> runs) {
    long errors =
        runs.stream()
            .flatMap(run -> run.errors().values().stream())
            .mapToLong(Long::longValue)
            .sum();
    return List.of(
        Integer.toString(LockServiceProcedure.generators(cell.clients()).size()),
        Integer.toString(cell.clients()),
        cell.system(),
        Integer.toString(runs.size()),
        throughput(runs),
        millis(runs, run -> run.latencyMicros().p50()),
        p90(runs),
        millis(runs, run -> run.latencyMicros().p99()),
        String.format(Locale.ROOT, "%.3f", average(runs, RunResult::coreMillisPerOp)),
        Long.toString(errors));
  }

  private Table saturation() {
    Table table = new Table(SATURATION);
    for (String system : plan.systems()) {
      List<Cell> measured =
          cells.stream()
              .filter(cell -> cell.system().equals(system) && !runs(cell).isEmpty())
              .sorted(Comparator.comparingInt(Cell::clients))
              .toList();
      measured.stream()
          .max(Comparator.comparingDouble(this::meanThroughput))
          .ifPresent(best -> table.add(saturated(best, measured.get(measured.size() - 1))));
    }
    LIBRARIES.forEach(table::add);
    return table;
  }

  private List<String> saturated(Cell best, Cell last) {
    boolean fell =
        meanThroughput(last) < LockServicePreset.FALL * meanThroughput(best)
            && last.clients() > best.clients();
    List<RunResult> runs = runs(best);
    return List.of(
        best.system(),
        Integer.toString(best.clients()),
        throughput(runs),
        p90(runs),
        fell ? "yes" : "no: out of generators");
  }

  private List<RunResult> runs(Cell cell) {
    return valid.stream().filter(cell::holds).toList();
  }

  private double meanThroughput(Cell cell) {
    return average(runs(cell), RunResult::throughputOpsPerSec);
  }

  private static String throughput(List<RunResult> runs) {
    return String.format(Locale.ROOT, "%,.0f", average(runs, RunResult::throughputOpsPerSec));
  }

  private static String p90(List<RunResult> runs) {
    return millis(runs, run -> run.latencyMicros().p90());
  }

  private static String millis(List<RunResult> runs, ToDoubleFunction<RunResult> micros) {
    return String.format(Locale.ROOT, "%,.1f", average(runs, micros) / MICROS_PER_MILLI);
  }

  private static double average(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
    return runs.stream().mapToDouble(figure).average().orElse(0);
  }
}
