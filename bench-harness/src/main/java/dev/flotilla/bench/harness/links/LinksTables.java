package dev.flotilla.bench.harness.links;

import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Report;
import dev.flotilla.bench.harness.Table;
import dev.flotilla.bench.harness.store.StorePreset;
import dev.flotilla.bench.harness.store.StoreRun;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The tables of the preset as Markdown; figures are averages over the valid runs. */
final class LinksTables {
  private static final double MICROS_PER_MILLI = 1_000;

  private final ExperimentPlan plan;
  private final List<RunResult> valid;

  LinksTables(ExperimentPlan plan, List<RunResult> results) {
    this.plan = plan;
    this.valid = results.stream().filter(RunResult::valid).toList();
  }

  /** The whole report; one sentence when nothing was measured. */
  String markdown() {
    if (valid.isEmpty()) {
      return "Nothing was measured.\n";
    }
    return section("State machines, 3 servers", machines())
        + section("Links of 5 servers that change during puts", links())
        + section("Changes of the group during puts", changes())
        + Report.footer(plan.systems(), valid);
  }

  private static String section(String title, Table table) {
    return table.isEmpty() ? "" : "## %s%n%n%s%n".formatted(title, table.markdown());
  }

  private Table machines() {
    Table table =
        new Table(
            List.of(
                "state machine", "put ms", "put ops/s", "read ms", "reads/s", "runs", "errors"));
    for (LinksExperiment experiment : LinksExperiment.all()) {
      List<RunResult> runs = runs(experiment);
      boolean isLease = experiment.kind() == LinksExperiment.Kind.LEASE_READS;
      if ((isLease || experiment.kind() == LinksExperiment.Kind.MACHINE) && !runs.isEmpty()) {
        table.add(
            List.of(
                experiment.machine() + (isLease ? ", lease reads" : ""),
                meanMillis(runs),
                number(average(runs, RunResult::throughputOpsPerSec), 0),
                number(figure(runs, StoreRun.GET_MEAN_MICROS) / MICROS_PER_MILLI, 1),
                number(figure(runs, StoreRun.GET_OPS_PER_SEC), 0),
                number(runs.size(), 0),
                number(errors(runs) + figure(runs, StoreRun.GET_ERRORS) * runs.size(), 0)));
      }
    }
    return table;
  }

  private Table links() {
    Table table =
        new Table(
            List.of(
                "links",
                "longest silence ms",
                "terms before",
                "terms after",
                "put ms",
                "put ops/s",
                "runs",
                "errors"));
    for (LinksExperiment experiment : LinksExperiment.ofLinks()) {
      List<RunResult> runs = runs(experiment);
      if (!runs.isEmpty()) {
        table.add(
            List.of(
                experiment.label(),
                number(average(runs, RunResult::silenceMillis), 0),
                terms(runs, StoreRun.TERM_BEFORE),
                terms(runs, StoreRun.TERM_AFTER),
                meanMillis(runs),
                number(average(runs, RunResult::throughputOpsPerSec), 0),
                number(runs.size(), 0),
                number(errors(runs), 0)));
      }
    }
    return table;
  }

  private static String terms(List<RunResult> runs, String figure) {
    return String.join(
        " ",
        runs.stream()
            .map(run -> String.format(Locale.ROOT, "%.0f", run.figures().getOrDefault(figure, 0.0)))
            .toList());
  }

  private Table changes() {
    Table table =
        new Table(
            List.of(
                "change",
                "longest silence ms",
                "put ms",
                "put ops/s",
                "add ms",
                "remove ms",
                "runs",
                "errors"));
    List<LinksExperiment> changing = new ArrayList<>(LinksExperiment.all());
    changing.removeIf(
        experiment ->
            experiment.kind() != LinksExperiment.Kind.SNAPSHOTS
                && experiment.kind() != LinksExperiment.Kind.MEMBERS);
    for (LinksExperiment experiment : changing) {
      List<RunResult> runs = runs(experiment);
      if (!runs.isEmpty()) {
        table.add(
            List.of(
                experiment.label(),
                number(average(runs, RunResult::silenceMillis), 0),
                meanMillis(runs),
                number(average(runs, RunResult::throughputOpsPerSec), 0),
                number(figure(runs, LinksWork.ADD_MILLIS), 0),
                number(figure(runs, LinksWork.REMOVE_MILLIS), 0),
                number(runs.size(), 0),
                number(errors(runs), 0)));
      }
    }
    return table;
  }

  private List<RunResult> runs(LinksExperiment experiment) {
    return valid.stream()
        .filter(
            run ->
                plan.systems().stream()
                    .anyMatch(system -> StorePreset.cell(system, experiment).holds(run)))
        .toList();
  }

  private static String meanMillis(List<RunResult> runs) {
    return number(average(runs, run -> run.latencyMicros().mean()) / MICROS_PER_MILLI, 1);
  }

  private static double figure(List<RunResult> runs, String name) {
    return average(runs, run -> run.figures().getOrDefault(name, 0.0));
  }

  private static double errors(List<RunResult> runs) {
    return runs.stream()
        .flatMap(run -> run.errors().values().stream())
        .mapToDouble(Long::doubleValue)
        .sum();
  }

  private static double average(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
    return runs.stream().mapToDouble(figure).average().orElse(0);
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
