package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Measured;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The results of a preset as Markdown: a table for each size, scenario and trigger, with averages
 * over the valid runs, as in the paper.
 */
final class ExperimentReport {
  private final ExperimentPlan plan;
  private final List<Cell> cells;
  private final List<RunResult> results;

  ExperimentReport(ExperimentPlan plan, List<Cell> cells, List<RunResult> results) {
    this.plan = plan;
    this.cells = cells;
    this.results = results;
  }

  /**
   * The whole report; one sentence when nothing was measured.
   *
   * @param conclusions what follows from at least one result, to stand behind the tables
   */
  String markdown(Function<List<RunResult>, List<Section>> conclusions) {
    if (results.isEmpty()) {
      return "Nothing was measured.\n";
    }
    Map<String, List<Cell>> sections = new LinkedHashMap<>();
    cells.forEach(
        cell -> sections.computeIfAbsent(title(cell), any -> new ArrayList<>()).add(cell));
    StringBuilder text = new StringBuilder();
    sections.forEach((title, together) -> text.append(section(title, together)));
    conclusions.apply(results).forEach(section -> text.append(section.markdown()));
    return text.append(Report.footer(plan.systems(), results)).toString();
  }

  private static String title(Cell cell) {
    String timed =
        switch (cell.trigger()) {
          case NONE -> "";
          case CLOCK -> ", kills by the clock";
          case PROGRESS -> ", kills by progress";
        };
    return "%s server%s, %s%s"
        .formatted(cell.servers(), cell.servers() == 1 ? "" : "s", cell.scenario(), timed);
  }

  private String section(String title, List<Cell> together) {
    List<RunResult> runs =
        results.stream()
            .filter(run -> together.stream().anyMatch(cell -> cell.holds(run)))
            .toList();
    List<RunResult> valid = runs.stream().filter(RunResult::valid).toList();
    long missed = valid.stream().filter(ExperimentReport::endedBeforeAKill).count();
    if (runs.isEmpty()) {
      return "";
    }
    return "## %s%n%n%s%n%s%s"
        .formatted(
            title,
            table(together).markdown(),
            note(missed, "ended before a kill was due: nothing was killed then"),
            note(runs.size() - valid.size(), "invalid and not in the table"));
  }

  private static String note(long runs, String what) {
    return runs == 0 ? "" : "%s run%s %s.%n%n".formatted(runs, runs == 1 ? "" : "s", what);
  }

  private static boolean endedBeforeAKill(RunResult run) {
    return run.kills().stream().anyMatch(KillRecord::afterEnd);
  }

  private Table<Measured<Cell>> table(List<Cell> together) {
    return Table.of(Measured.of(together, cell -> Repeats.of(results, cell::holds)))
        .column("clients", row -> row.thing().clients())
        .column("system", row -> row.thing().system())
        .column("runs", row -> count(row.repeats()))
        .column("ops/s", row -> average(row, RunResult::throughputOpsPerSec))
        .column("mean us", row -> average(row, run -> run.latencyMicros().mean()))
        .column("p50 us", row -> average(row, run -> run.latencyMicros().p50()))
        .column("p90 us", row -> average(row, run -> run.latencyMicros().p90()))
        .column("p99 us", row -> average(row, run -> run.latencyMicros().p99()))
        .column("silence ms (worst)", row -> silence(row.repeats()))
        .column("longest wait ms", row -> longestWait(row.repeats()))
        .column("errors", row -> row.repeats().errorCount());
  }

  /** How many, and in how many of them the machine was busy with something else. */
  private static String count(Repeats repeats) {
    long busy = repeats.runs().stream().filter(RunResult::machineWasBusy).count();
    return busy == 0 ? repeats.count() : "%s, %s busy".formatted(repeats.count(), busy);
  }

  private static String average(Measured<Cell> row, ToDoubleFunction<RunResult> figure) {
    return Repeats.text("%,.0f", row.repeats().average(figure));
  }

  private static String silence(Repeats repeats) {
    Spread silence = repeats.spread(RunResult::silenceMillis).orElseThrow();
    return Repeats.text("%,.0f", silence.median())
        + " (%s)".formatted(Repeats.text("%,.0f", silence.max()));
  }

  private static String longestWait(Repeats repeats) {
    return Repeats.text(
        "%,.0f",
        repeats.runs().stream()
            .flatMap(run -> run.longestWaitMillis().stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0));
  }
}
