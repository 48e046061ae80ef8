package dev.flotilla.bench.harness.kvreport;

import dev.flotilla.bench.harness.flotilla.StoreReads;
import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.harness.store.StorePreset;
import dev.flotilla.bench.harness.store.StoreRun;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The six tables of the report with its values beside ours, and what its text says of chaos. */
final class KvReportSections {
  private static final String LATENCY = "Latency is the mean of a run. ";
  private static final String PUTS =
      LATENCY
          + "The report measured a store in memory on other machines, which forces no log; ours"
          + " forces it before it answers.";
  private static final String GETS =
      LATENCY + "The report's gets ask any server, which may be behind, and so do ours.";
  private static final String LINEARIZABLE_GETS =
      LATENCY
          + "The report's gets ask any server, which may be behind; ours are linearizable, confirmed"
          + " by a majority.";
  private static final ToDoubleFunction<RunResult> ELECTION =
      Repeats.valueOf(StoreRun.ELECTION_MILLIS);

  private final List<RunResult> results;

  KvReportSections(List<RunResult> results) {
    this.results = List.copyOf(results);
  }

  /** Those that have something to show. */
  List<Section> all() {
    List<Load> servers = byServers();
    List<Load> sizes = bySize();
    String byServers = "by the number of servers";
    String bySize = "of 5 servers by the size of values";
    return Section.measured(
        new Section(
            "Puts %s (table 1)".formatted(byServers),
            PUTS,
            puts("servers", servers),
            List.of(
                chart("putsByServers", byServers, "servers", Chart.Scale.LINEAR, servers),
                curves(StoreRun.PUTS, "putsOverTime", "Puts over time (figure 1)", servers))),
        new Section(
            "Gets %s (table 2)".formatted(byServers),
            aboutGets(),
            gets("servers", servers),
            List.of(curves(StoreRun.GETS, "getsOverTime", "Gets over time (figure 3)", servers))),
        new Section(
            "Puts %s (table 3)".formatted(bySize),
            PUTS,
            puts("value bytes", sizes),
            List.of(
                chart("putsBySize", bySize, "bytes", Chart.Scale.LOGARITHMIC, sizes),
                curves(StoreRun.PUTS, "putSizesOverTime", "Puts over time (figure 5)", sizes))),
        new Section(
            "Gets %s (table 4)".formatted(bySize),
            aboutGets(),
            gets("value bytes", sizes),
            List.of(curves(StoreRun.GETS, "getSizesOverTime", "Gets over time (figure 6)", sizes))),
        new Section("Puts of 9 servers after some were killed (table 5)", PUTS, killed()),
        new Section(
            "Time without a leader after it was cut off (table 6)",
            "One figure for each trial, as in the report; averages, not medians. The report takes"
                + " the time until another server leads. No answer: the longest time without an"
                + " acknowledged put.",
            reconnect()),
        new Section(
            "Puts of 5 servers while links lose and delay messages",
            "The report has no table of this. Each link's loss and delay are drawn up to these"
                + " limits.",
            chaos()),
        new Section(
            "Servers on other hosts (tables 1 and 2)",
            LATENCY
                + "The report had 15 servers on two machines, and its clients on a third. Ours ran"
                + " on the hosts that the environment names.",
            hosts()));
  }

  private List<Load> byServers() {
    List<Load> loads = new ArrayList<>();
    for (int count : KvExperiment.SERVERS) {
      KvExperiment experiment = KvExperiment.load(count, KvExperiment.SMALL_VALUE_BYTES);
      add(loads, count, experiment, ReportedValues.ofServers(count));
    }
    return loads;
  }

  private List<Load> bySize() {
    List<Load> loads = new ArrayList<>();
    for (int bytes : KvExperiment.VALUE_BYTES) {
      KvExperiment experiment = KvExperiment.load(KvExperiment.SERVERS.get(0), bytes);
      add(loads, bytes, experiment, ReportedValues.ofSize(bytes));
    }
    return loads;
  }

  /**
   * Puts and gets at one size, of the group or of values.
   *
   * @param size servers or bytes
   * @param repeats our runs
   * @param report its latencies
   */
  private record Load(int size, Repeats repeats, ReportedValues.Latencies report) {
    List<String> row(
        double reported, Optional<Spread> ours, String p99, String opsPerSec, String errors) {
      return List.of(
          String.format(Locale.ROOT, "%,d", size),
          String.format(Locale.ROOT, "%,.0f", reported),
          Repeats.tenths(ours),
          p99,
          opsPerSec,
          repeats.count(),
          errors);
    }

    List<String> puts() {
      return row(
          report.putMillis(),
          repeats.spread(Repeats::meanMillis),
          repeats.p99Millis(),
          repeats.opsPerSec(),
          repeats.errors());
    }

    List<String> gets() {
      return row(
          report.getMillis(),
          repeats.spreadMillis(StoreRun.GET_MEAN_MICROS),
          Repeats.tenths(repeats.spreadMillis(StoreRun.GET_P99_MICROS)),
          Repeats.whole(repeats.spread(StoreRun.GET_OPS_PER_SEC)),
          repeats.sum(StoreRun.GET_ERRORS));
    }
  }

  private void add(
      List<Load> loads, int size, KvExperiment experiment, ReportedValues.Latencies report) {
    Repeats repeats = StorePreset.repeats(experiment, results);
    if (!repeats.isEmpty()) {
      loads.add(new Load(size, repeats, report));
    }
  }

  private static Table puts(String size, List<Load> loads) {
    return table(List.of(size, "report ms", "put ms", "p99 ms", "puts/s"), loads, Load::puts);
  }

  private static Table gets(String size, List<Load> loads) {
    return table(List.of(size, "report ms", "get ms", "p99 ms", "gets/s"), loads, Load::gets);
  }

  private static Table table(
      List<String> heads, List<Load> loads, Function<Load, List<String>> row) {
    List<String> all = new ArrayList<>(heads);
    all.addAll(List.of("runs", "errors"));
    Table table = new Table(all);
    loads.forEach(load -> table.add(row.apply(load)));
    return table;
  }

  private static Chart chart(
      String id, String by, String xTitle, Chart.Scale scale, List<Load> loads) {
    List<Chart.Point> ours = new ArrayList<>();
    List<Chart.Point> theirs = new ArrayList<>();
    for (Load load : loads) {
      load.repeats()
          .spread(Repeats::meanMillis)
          .ifPresent(spread -> ours.add(Chart.Point.of(load.size(), spread)));
      theirs.add(Chart.Point.of(load.size(), load.report().putMillis()));
    }
    return new Chart(
        id,
        "Latency of puts " + by,
        xTitle,
        "mean ms",
        scale,
        List.of(
            new Chart.Series("flotilla", 0, 0, ours),
            new Chart.Series("the report", 1, 1, theirs)));
  }

  /** Runs of older versions had linearizable gets. */
  private String aboutGets() {
    String local = "reads " + StoreReads.LOCAL;
    return results.stream().anyMatch(run -> run.configuration().contains(local))
        ? GETS
        : LINEARIZABLE_GETS;
  }

  private static Chart curves(String what, String id, String title, List<Load> loads) {
    List<Chart.Series> series = new ArrayList<>();
    for (Load load : loads) {
      double commands = load.repeats().average(run -> acknowledged(run, what)).orElse(0);
      String name = String.format(Locale.ROOT, "%,d", load.size());
      List<Chart.Point> points = StoreRun.curve(load.repeats(), what, Math.round(commands));
      series.add(new Chart.Series(name, series.size(), series.size(), points));
    }
    return new Chart(id, title, "seconds", "acknowledged", series);
  }

  private static double acknowledged(RunResult run, String what) {
    return what.equals(StoreRun.PUTS)
        ? run.ops()
        : (double) run.iterations() * run.clients()
            - run.figures().getOrDefault(StoreRun.GET_ERRORS, 0.0);
  }

  private Table killed() {
    Table table =
        new Table(
            List.of("killed", "report ms", "put ms", "report puts/s", "puts/s", "runs", "errors"));
    for (int killed = 0; killed <= KvExperiment.MOST_KILLED; killed++) {
      Repeats repeats = StorePreset.repeats(KvExperiment.killed(killed), results);
      if (!repeats.isEmpty()) {
        table.add(
            List.of(
                Integer.toString(killed),
                String.format(Locale.ROOT, "%.0f", ReportedValues.KILLED_MILLIS.get(killed)),
                repeats.meanMillis(),
                String.format(Locale.ROOT, "%.1f", ReportedValues.KILLED_OPS_PER_SEC.get(killed)),
                repeats.opsPerSec(),
                repeats.count(),
                repeats.errors()));
      }
    }
    return table;
  }

  private Table hosts() {
    Table table =
        new Table(
            List.of(
                "servers",
                "report put ms",
                "put ms",
                "puts/s",
                "report get ms",
                "get ms",
                "gets/s",
                "runs",
                "errors"));
    for (int servers : KvExperiment.SERVERS) {
      Repeats repeats = StorePreset.repeats(KvExperiment.hosts(servers), results);
      if (!repeats.isEmpty()) {
        table.add(hostsRow(servers, repeats));
      }
    }
    return table;
  }

  private static List<String> hostsRow(int servers, Repeats repeats) {
    Optional<ReportedValues.Latencies> report = ReportedValues.onHosts(servers);
    return List.of(
        Integer.toString(servers),
        reported(report, ReportedValues.Latencies::putMillis),
        repeats.meanMillis(),
        repeats.opsPerSec(),
        reported(report, ReportedValues.Latencies::getMillis),
        Repeats.tenths(repeats.spreadMillis(StoreRun.GET_MEAN_MICROS)),
        Repeats.whole(repeats.spread(StoreRun.GET_OPS_PER_SEC)),
        repeats.count(),
        repeats.errorsAnd(StoreRun.GET_ERRORS));
  }

  private static String reported(
      Optional<ReportedValues.Latencies> report,
      ToDoubleFunction<ReportedValues.Latencies> millis) {
    return report
        .map(known -> String.format(Locale.ROOT, "%.0f", millis.applyAsDouble(known)))
        .orElse(Repeats.MISSING);
  }

  private Table reconnect() {
    Table table =
        new Table(
            List.of(
                "servers",
                "report trials, ms",
                "average",
                "new leader, ms",
                "average",
                "no answer, ms",
                "average",
                "errors"));
    for (int servers : KvExperiment.RECONNECT_SERVERS) {
      Repeats repeats = StorePreset.repeats(KvExperiment.reconnect(servers), results);
      if (!repeats.isEmpty()) {
        table.add(reconnectRow(servers, repeats));
      }
    }
    return table;
  }

  private static List<String> reconnectRow(int servers, Repeats repeats) {
    Repeats elected = repeats.having(StoreRun.ELECTION_MILLIS);
    return List.of(
        Integer.toString(servers),
        ReportedValues.reconnectTrials(servers),
        number("%,.0f", OptionalDouble.of(ReportedValues.reconnectMillis(servers))),
        elected.each(ELECTION),
        number("%,.0f", elected.average(ELECTION)),
        repeats.each(RunResult::silenceMillis),
        number("%,.0f", repeats.average(RunResult::silenceMillis)),
        repeats.errors());
  }

  private static String number(String format, OptionalDouble value) {
    return value.isEmpty()
        ? Repeats.MISSING
        : String.format(Locale.ROOT, format, value.getAsDouble());
  }

  private Table chaos() {
    Table table =
        new Table(
            List.of(
                "at most",
                "put ms",
                "puts/s",
                "longest silence ms",
                "elections",
                "runs",
                "errors"));
    for (KvExperiment experiment : KvExperiment.all()) {
      Repeats repeats = StorePreset.repeats(experiment, results);
      if (experiment.kind() == KvExperiment.Kind.CHAOS && !repeats.isEmpty()) {
        table.add(
            List.of(
                "%s %% lost, %s ms late"
                    .formatted(
                        Math.round(experiment.chaos().dropProbability() * 100),
                        experiment.chaos().delayMillis()),
                repeats.meanMillis(),
                repeats.tenths(RunResult::throughputOpsPerSec),
                repeats.whole(RunResult::silenceMillis),
                repeats
                    .having(StoreRun.TERM_BEFORE)
                    .having(StoreRun.TERM_AFTER)
                    .whole(StoreRun::elections),
                repeats.count(),
                repeats.errors()));
      }
    }
    return table;
  }
}
