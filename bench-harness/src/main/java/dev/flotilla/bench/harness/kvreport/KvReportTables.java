package dev.flotilla.bench.harness.kvreport;

import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Report;
import dev.flotilla.bench.harness.Table;
import dev.flotilla.bench.harness.store.StorePreset;
import dev.flotilla.bench.harness.store.StoreRun;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The tables of the report with its values beside ours, as Markdown. */
final class KvReportTables {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final String MISSING = "-";

  // Tables 1 and 2 of the report, by the number of servers on one instance.
  private static final Map<Integer, Double> PUT_MILLIS = Map.of(5, 189.0, 9, 211.0, 15, 257.0);
  private static final Map<Integer, Double> GET_MILLIS = Map.of(5, 15.0, 9, 5.0, 15, 24.0);

  // Tables 3 and 4, by the size of keys and values.
  private static final Map<Integer, Double> PUT_MILLIS_OF_SIZE =
      Map.of(10, 189.0, 100, 190.0, 1_000, 196.0, 10_000, 211.0, 100_000, 693.0);
  private static final Map<Integer, Double> GET_MILLIS_OF_SIZE =
      Map.of(10, 15.0, 100, 4.0, 1_000, 4.0, 10_000, 4.0, 100_000, 9.0);

  // Table 5, by the number of failed servers of 9.
  private static final List<Double> KILLED_MILLIS = List.of(206.0, 190.0, 190.0, 190.0, 187.0);
  private static final List<Double> KILLED_OPS = List.of(51.53, 53.7, 53.6, 53.4, 54.7);

  // Table 6, the averages last.
  private static final Map<Integer, String> RECONNECT_TRIALS =
      Map.of(5, "1121 1372 1083 1144 1135", 15, "1061 1030 1040 1120 1090");
  private static final Map<Integer, Double> RECONNECT_MILLIS = Map.of(5, 1_170.0, 15, 1_070.0);

  private static final List<String> LOAD =
      List.of(
          "report put ms",
          "put ms",
          "put p99 ms",
          "put ops/s",
          "report get ms",
          "get ms",
          "get ops/s",
          "runs",
          "errors");

  private final ExperimentPlan plan;
  private final List<RunResult> valid;

  KvReportTables(ExperimentPlan plan, List<RunResult> results) {
    this.plan = plan;
    this.valid = results.stream().filter(RunResult::valid).toList();
  }

  /** The whole report; one sentence when nothing was measured. */
  String markdown() {
    if (valid.isEmpty()) {
      return "Nothing was measured.\n";
    }
    return section("Puts and gets by the number of servers (tables 1 and 2)", servers())
        + section("Puts and gets of 5 servers by the size of values (tables 3 and 4)", sizes())
        + section("Puts of 9 servers after some were killed (table 5)", killed())
        + section("Time without a leader after it was cut off (table 6)", reconnect())
        + section("Puts of 5 servers while links lose and delay messages", chaos())
        + "The report measured a store in memory on other machines; it does not force a log, and"
        + " its gets ask any server, which may be behind. Ours are durable and linearizable.\n\n"
        + Report.footer(plan.systems(), valid);
  }

  private static String section(String title, Table table) {
    return table.isEmpty() ? "" : "## %s%n%n%s%n".formatted(title, table.markdown());
  }

  private Table servers() {
    Table table = new Table(headed("servers", LOAD));
    for (int servers : KvExperiment.SERVERS) {
      List<RunResult> runs = runs(KvExperiment.load(servers, KvExperiment.SMALL_VALUE_BYTES));
      if (!runs.isEmpty()) {
        table.add(
            loadRow(
                servers,
                runs,
                PUT_MILLIS.getOrDefault(servers, 0.0),
                GET_MILLIS.getOrDefault(servers, 0.0)));
      }
    }
    return table;
  }

  private Table sizes() {
    Table table = new Table(headed("value bytes", LOAD));
    for (int bytes : KvExperiment.VALUE_BYTES) {
      List<RunResult> runs = runs(KvExperiment.load(KvExperiment.SERVERS.get(0), bytes));
      if (!runs.isEmpty()) {
        table.add(
            loadRow(
                bytes,
                runs,
                PUT_MILLIS_OF_SIZE.getOrDefault(bytes, 0.0),
                GET_MILLIS_OF_SIZE.getOrDefault(bytes, 0.0)));
      }
    }
    return table;
  }

  private static List<String> headed(String first, List<String> others) {
    List<String> heads = new ArrayList<>(List.of(first));
    heads.addAll(others);
    return heads;
  }

  private static List<String> loadRow(
      int first, List<RunResult> runs, double reportPut, double reportGet) {
    return List.of(
        number(first, 0),
        number(reportPut, 0),
        meanMillis(runs),
        millis(runs, run -> run.latencyMicros().p99()),
        number(average(runs, RunResult::throughputOpsPerSec), 0),
        number(reportGet, 0),
        figureMillis(runs, StoreRun.GET_MEAN_MICROS),
        figure(runs, StoreRun.GET_OPS_PER_SEC),
        number(runs.size(), 0),
        number(errors(runs) + sum(runs, StoreRun.GET_ERRORS), 0));
  }

  private Table killed() {
    Table table =
        new Table(
            List.of(
                "killed", "report ms", "put ms", "report ops/s", "put ops/s", "runs", "errors"));
    for (int killed = 0; killed <= KvExperiment.MOST_KILLED; killed++) {
      List<RunResult> runs = runs(KvExperiment.killed(killed));
      if (!runs.isEmpty()) {
        table.add(
            List.of(
                number(killed, 0),
                number(KILLED_MILLIS.get(killed), 0),
                meanMillis(runs),
                number(KILLED_OPS.get(killed), 1),
                number(average(runs, RunResult::throughputOpsPerSec), 0),
                number(runs.size(), 0),
                number(errors(runs), 0)));
      }
    }
    return table;
  }

  private Table reconnect() {
    Table table =
        new Table(
            List.of(
                "servers",
                "report trials, ms",
                "report average",
                "new leader, ms",
                "average",
                "no answer, ms",
                "average"));
    for (int servers : KvExperiment.RECONNECT_SERVERS) {
      List<RunResult> runs = runs(KvExperiment.reconnect(servers));
      if (!runs.isEmpty()) {
        ToDoubleFunction<RunResult> election =
            run -> run.figures().getOrDefault(StoreRun.ELECTION_MILLIS, 0.0);
        table.add(
            List.of(
                number(servers, 0),
                RECONNECT_TRIALS.getOrDefault(servers, MISSING),
                number(RECONNECT_MILLIS.getOrDefault(servers, 0.0), 0),
                trials(runs, election),
                number(average(runs, election), 0),
                trials(runs, RunResult::silenceMillis),
                number(average(runs, RunResult::silenceMillis), 0)));
      }
    }
    return table;
  }

  private static String trials(List<RunResult> runs, ToDoubleFunction<RunResult> millis) {
    return String.join(
        " ",
        runs.stream()
            .sorted(Comparator.comparingInt(RunResult::repeat))
            .map(run -> String.format(Locale.ROOT, "%.0f", millis.applyAsDouble(run)))
            .toList());
  }

  private Table chaos() {
    Table table =
        new Table(
            List.of(
                "at most", "put ms", "put ops/s", "longest silence ms", "terms", "runs", "errors"));
    for (KvExperiment experiment : KvExperiment.all()) {
      List<RunResult> runs = runs(experiment);
      if (experiment.kind() == KvExperiment.Kind.CHAOS && !runs.isEmpty()) {
        table.add(
            List.of(
                "%s %% lost, %s ms late"
                    .formatted(
                        Math.round(experiment.chaos().dropProbability() * 100),
                        experiment.chaos().delayMillis()),
                meanMillis(runs),
                number(average(runs, RunResult::throughputOpsPerSec), 1),
                number(average(runs, RunResult::silenceMillis), 0),
                number(sum(runs, StoreRun.TERM_AFTER) - sum(runs, StoreRun.TERM_BEFORE), 0),
                number(runs.size(), 0),
                number(errors(runs), 0)));
      }
    }
    return table;
  }

  private List<RunResult> runs(KvExperiment experiment) {
    return valid.stream()
        .filter(
            run ->
                plan.systems().stream()
                    .anyMatch(system -> StorePreset.cell(system, experiment).holds(run)))
        .toList();
  }

  private static String meanMillis(List<RunResult> runs) {
    return millis(runs, run -> run.latencyMicros().mean());
  }

  private static String millis(List<RunResult> runs, ToDoubleFunction<RunResult> micros) {
    return number(average(runs, micros) / MICROS_PER_MILLI, 1);
  }

  private static String figureMillis(List<RunResult> runs, String name) {
    return number(sum(runs, name) / runs.size() / MICROS_PER_MILLI, 1);
  }

  private static String figure(List<RunResult> runs, String name) {
    return number(sum(runs, name) / runs.size(), 0);
  }

  private static double sum(List<RunResult> runs, String figure) {
    return runs.stream().mapToDouble(run -> run.figures().getOrDefault(figure, 0.0)).sum();
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
