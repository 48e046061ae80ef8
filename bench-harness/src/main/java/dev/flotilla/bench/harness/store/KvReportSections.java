package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.LinkFault;
import dev.flotilla.bench.harness.flotilla.StoreReads;
import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Measured;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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
      Repeats.valueOf(StoreFigures.ELECTION_MILLIS);

  private final List<RunResult> results;

  KvReportSections(List<RunResult> results) {
    this.results = List.copyOf(results);
  }

  /** Those that have something to show. */
  List<Section> all() {
    List<Section> all = new ArrayList<>(putsAndGets());
    all.addAll(
        List.of(
            new Section("Puts of 9 servers after some were killed (table 5)", PUTS, killed()),
            new Section(
                "Time without a leader after it was cut off (table 6)",
                "One figure for each trial, as in the report; averages, not medians. The report"
                    + " takes the time until another server leads. No answer: the longest time"
                    + " without an acknowledged put.",
                reconnect()),
            new Section(
                "Puts of 5 servers while links lose and delay messages",
                "The report has no table of this. Each link's loss and delay are drawn up to these"
                    + " limits.",
                chaos()),
            new Section(
                "Servers on other hosts (tables 1 and 2)",
                LATENCY
                    + "The report had 15 servers on two machines, and its clients on a third. Ours"
                    + " ran on the hosts that the environment names.",
                hosts())));
    return Section.measured(all);
  }

  private List<Section> putsAndGets() {
    String byServers = "by the number of servers";
    String bySize = "of 5 servers by the size of values";
    Loads servers =
        new Loads(
            "servers",
            Measured.of(
                KvReport.SERVERS,
                count -> repeats(count, KvReport.values(KvReport.SMALL_VALUE_BYTES))),
            ReportedValues::ofServers);
    Loads sizes =
        new Loads(
            "value bytes",
            Measured.of(
                KvReport.VALUE_BYTES,
                bytes -> repeats(KvReport.FEW_SERVERS, KvReport.values(bytes))),
            ReportedValues::ofSize);
    return List.of(
        new Section(
            "Puts %s (table 1)".formatted(byServers),
            PUTS,
            servers.puts(),
            List.of(
                servers.chart("putsByServers", byServers, "servers", Chart.Scale.LINEAR),
                servers.curves(StoreFigures.PUTS, "putsOverTime", "Puts over time (figure 1)"))),
        new Section(
            "Gets %s (table 2)".formatted(byServers),
            aboutGets(),
            servers.gets(),
            List.of(
                servers.curves(StoreFigures.GETS, "getsOverTime", "Gets over time (figure 3)"))),
        new Section(
            "Puts %s (table 3)".formatted(bySize),
            PUTS,
            sizes.puts(),
            List.of(
                sizes.chart("putsBySize", bySize, "bytes", Chart.Scale.LOGARITHMIC),
                sizes.curves(StoreFigures.PUTS, "putSizesOverTime", "Puts over time (figure 5)"))),
        new Section(
            "Gets %s (table 4)".formatted(bySize),
            aboutGets(),
            sizes.gets(),
            List.of(
                sizes.curves(StoreFigures.GETS, "getSizesOverTime", "Gets over time (figure 6)"))));
  }

  private Repeats repeats(int servers, String label) {
    return StoreExperiment.repeats(servers, label, results);
  }

  /**
   * Puts and gets at several sizes, of the group or of values.
   *
   * @param head what the sizes are: servers or bytes
   * @param runs ours by size
   * @param report its latencies by size
   */
  private record Loads(
      String head, List<Measured<Integer>> runs, IntFunction<ReportedValues.Latencies> report) {
    private Table<Measured<Integer>> table(ToDoubleFunction<ReportedValues.Latencies> reported) {
      return Table.of(runs)
          .column(head, load -> Repeats.text("%,d", load.thing()))
          .column(
              "report ms",
              load -> Repeats.text("%,.0f", reported.applyAsDouble(report.apply(load.thing()))));
    }

    Table<Measured<Integer>> puts() {
      return table(ReportedValues.Latencies::putMillis)
          .column("put ms", load -> load.repeats().meanMillis())
          .column("p99 ms", load -> load.repeats().p99Millis())
          .column("puts/s", load -> load.repeats().opsPerSec())
          .column("runs", load -> load.repeats().count())
          .column("errors", load -> load.repeats().errors());
    }

    Table<Measured<Integer>> gets() {
      return table(ReportedValues.Latencies::getMillis)
          .column("get ms", load -> load.repeats().tenthsOfMillis(StoreFigures.GET_MEAN_MICROS))
          .column("p99 ms", load -> load.repeats().tenthsOfMillis(StoreFigures.GET_P99_MICROS))
          .column("gets/s", load -> load.repeats().whole(StoreFigures.GET_OPS_PER_SEC))
          .column("runs", load -> load.repeats().count())
          .column("errors", load -> load.repeats().sum(StoreFigures.GET_ERRORS));
    }

    Chart chart(String id, String by, String xTitle, Chart.Scale scale) {
      List<Chart.Point> theirs =
          runs.stream()
              .map(load -> Chart.Point.of(load.thing(), report.apply(load.thing()).putMillis()))
              .toList();
      return new Chart(
          id,
          "Latency of puts " + by,
          xTitle,
          "mean ms",
          scale,
          List.of(
              Chart.Series.of(
                  "flotilla", 0, 0, runs, size -> size, each -> each.spread(Repeats::meanMillis)),
              new Chart.Series("the report", 1, 1, theirs)));
    }

    Chart curves(String what, String id, String title) {
      List<Chart.Series> series = new ArrayList<>();
      for (Measured<Integer> load : runs) {
        double commands = load.repeats().average(run -> acknowledged(run, what)).orElse(0.0);
        List<Chart.Point> points = StoreFigures.curve(load.repeats(), what, Math.round(commands));
        String name = Repeats.text("%,d", load.thing());
        series.add(new Chart.Series(name, series.size(), series.size(), points));
      }
      return new Chart(id, title, "seconds", "acknowledged", series);
    }
  }

  /** Runs of older versions had linearizable gets. */
  private String aboutGets() {
    String local = "reads " + StoreReads.LOCAL;
    return results.stream().anyMatch(run -> run.configuration().contains(local))
        ? GETS
        : LINEARIZABLE_GETS;
  }

  private static double acknowledged(RunResult run, String what) {
    return what.equals(StoreFigures.PUTS)
        ? run.ops()
        : (double) run.iterations() * run.clients()
            - run.figures().getOrDefault(StoreFigures.GET_ERRORS, 0.0);
  }

  private Table<Measured<Integer>> killed() {
    List<Integer> servers = IntStream.rangeClosed(0, KvReport.MOST_KILLED).boxed().toList();
    return Table.of(
            Measured.of(servers, count -> repeats(KvReport.KILL_SERVERS, KvReport.killed(count))))
        .column("killed", Measured::thing)
        .column(
            "report ms", row -> Repeats.text("%.0f", ReportedValues.KILLED_MILLIS.get(row.thing())))
        .column("put ms", row -> row.repeats().meanMillis())
        .column(
            "report puts/s",
            row -> Repeats.text("%.1f", ReportedValues.KILLED_OPS_PER_SEC.get(row.thing())))
        .column("puts/s", row -> row.repeats().opsPerSec())
        .column("runs", row -> row.repeats().count())
        .column("errors", row -> row.repeats().errors());
  }

  private Table<Measured<Integer>> hosts() {
    return Table.of(Measured.of(KvReport.SERVERS, servers -> repeats(servers, KvReport.HOSTS)))
        .column("servers", Measured::thing)
        .column("report put ms", row -> onHosts(row, ReportedValues.Latencies::putMillis))
        .column("put ms", row -> row.repeats().meanMillis())
        .column("puts/s", row -> row.repeats().opsPerSec())
        .column("report get ms", row -> onHosts(row, ReportedValues.Latencies::getMillis))
        .column("get ms", row -> row.repeats().tenthsOfMillis(StoreFigures.GET_MEAN_MICROS))
        .column("gets/s", row -> row.repeats().whole(StoreFigures.GET_OPS_PER_SEC))
        .column("runs", row -> row.repeats().count())
        .column("errors", row -> row.repeats().errorsAnd(StoreFigures.GET_ERRORS));
  }

  private static String onHosts(
      Measured<Integer> row, Function<ReportedValues.Latencies, Double> millis) {
    return Repeats.text("%.0f", ReportedValues.onHosts(row.thing()).map(millis));
  }

  private Table<Measured<Integer>> reconnect() {
    return Table.of(
            Measured.of(
                KvReport.RECONNECT_SERVERS, servers -> repeats(servers, KvReport.RECONNECT)))
        .column("servers", Measured::thing)
        .column("report trials, ms", row -> ReportedValues.reconnectTrials(row.thing()))
        .column(
            "average", row -> Repeats.text("%,.0f", ReportedValues.reconnectMillis(row.thing())))
        .column("new leader, ms", row -> elected(row).each(ELECTION))
        .column("average", row -> Repeats.text("%,.0f", elected(row).average(ELECTION)))
        .column("no answer, ms", row -> row.repeats().each(RunResult::silenceMillis))
        .column(
            "average",
            row -> Repeats.text("%,.0f", row.repeats().average(RunResult::silenceMillis)))
        .column("errors", row -> row.repeats().errors());
  }

  private static Repeats elected(Measured<Integer> row) {
    return row.repeats().having(StoreFigures.ELECTION_MILLIS);
  }

  private Table<Measured<LinkFault>> chaos() {
    return Table.of(
            Measured.of(
                KvReport.CHAOS, most -> repeats(KvReport.FEW_SERVERS, KvReport.chaos(most))))
        .column(
            "at most",
            row ->
                "%s %% lost, %s ms late"
                    .formatted(KvReport.percent(row.thing()), row.thing().delayMillis()))
        .column("put ms", row -> row.repeats().meanMillis())
        .column("puts/s", row -> row.repeats().tenths(RunResult::throughputOpsPerSec))
        .column("longest silence ms", row -> row.repeats().whole(RunResult::silenceMillis))
        .column("elections", row -> elections(row.repeats()))
        .column("runs", row -> row.repeats().count())
        .column("errors", row -> row.repeats().errors());
  }

  private static String elections(Repeats repeats) {
    return repeats
        .having(StoreFigures.TERM_BEFORE)
        .having(StoreFigures.TERM_AFTER)
        .whole(StoreFigures::elections);
  }
}
