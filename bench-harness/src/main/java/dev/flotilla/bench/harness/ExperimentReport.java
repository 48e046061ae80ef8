package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Median;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The results of a preset as Markdown: a table for each size, scenario and trigger, with averages
 * over the valid runs, as in the paper.
 */
final class ExperimentReport {
  private static final List<String> COLUMNS =
      List.of(
          "clients",
          "system",
          "runs",
          "ops/s",
          "mean us",
          "p50 us",
          "p90 us",
          "p99 us",
          "silence ms (worst)",
          "longest wait ms",
          "errors");

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
    Table table = new Table(COLUMNS);
    long missed = 0;
    long invalid = 0;
    for (Cell cell : together) {
      List<RunResult> runs = results.stream().filter(cell::holds).toList();
      List<RunResult> valid = runs.stream().filter(RunResult::valid).toList();
      invalid += runs.size() - valid.size();
      missed += valid.stream().filter(ExperimentReport::endedBeforeAKill).count();
      if (!valid.isEmpty()) {
        table.add(row(cell, valid));
      }
    }
    if (table.isEmpty() && invalid == 0) {
      return "";
    }
    return "## %s%n%n%s%n%s%s"
        .formatted(
            title,
            table.markdown(),
            note(missed, "ended before a kill was due: nothing was killed then"),
            note(invalid, "invalid and not in the table"));
  }

  private static String note(long runs, String what) {
    return runs == 0 ? "" : "%s run%s %s.%n%n".formatted(runs, runs == 1 ? "" : "s", what);
  }

  private static boolean endedBeforeAKill(RunResult run) {
    return run.kills().stream().anyMatch(KillRecord::afterEnd);
  }

  private static List<String> row(Cell cell, List<RunResult> runs) {
    return List.of(
        Integer.toString(cell.clients()),
        cell.system(),
        count(runs),
        average(runs, RunResult::throughputOpsPerSec),
        average(runs, run -> run.latencyMicros().mean()),
        average(runs, run -> run.latencyMicros().p50()),
        average(runs, run -> run.latencyMicros().p90()),
        average(runs, run -> run.latencyMicros().p99()),
        "%s (%s)".formatted(median(runs), whole(max(runs, RunResult::silenceMillis))),
        whole(max(runs, ExperimentReport::longestWait)),
        Long.toString(runs.stream().mapToLong(RunResult::errorCount).sum()));
  }

  /** How many, and in how many of them the machine was busy with something else. */
  private static String count(List<RunResult> runs) {
    long busy = runs.stream().filter(RunResult::machineWasBusy).count();
    return busy == 0 ? Integer.toString(runs.size()) : "%s, %s busy".formatted(runs.size(), busy);
  }

  private static String median(List<RunResult> runs) {
    return whole(Median.of(runs.stream().mapToDouble(RunResult::silenceMillis).toArray()));
  }

  private static String average(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
    return whole(runs.stream().mapToDouble(figure).average().orElse(0));
  }

  private static double max(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
    return runs.stream().mapToDouble(figure).max().orElse(0);
  }

  private static double longestWait(RunResult run) {
    return run.longestWaitMillis().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  private static String whole(double figure) {
    return String.format(Locale.ROOT, "%,.0f", figure);
  }
}
