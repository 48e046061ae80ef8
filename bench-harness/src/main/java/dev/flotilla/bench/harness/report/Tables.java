package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.paired.PairedRatio;
import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Median;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The tables behind the figures. */
final class Tables {
  private static final double PERCENT = 100;
  private static final String MISSING = "–";

  private final Results results;

  Tables(Results results) {
    this.results = results;
  }

  /**
   * What was measured of a system in a cell.
   *
   * @param variant its name with the JVM options that suit it best
   * @param runs all of that variant, those that are not valid included
   * @param windows its paired windows
   */
  private record Row(
      CellKey cell, String system, String variant, List<RunResult> runs, List<Window> windows) {
    List<RunResult> failing() {
      return runs.stream().filter(run -> run.valid() && !run.kills().isEmpty()).toList();
    }

    List<RunResult> killed() {
      return failing().stream().filter(run -> !RunLine.killsInTime(run).isEmpty()).toList();
    }

    long errors() {
      return runs.stream().mapToLong(RunResult::errorCount).sum()
          + windows.stream()
              .flatMap(window -> window.errors().values().stream())
              .mapToLong(Long::longValue)
              .sum();
    }

    String count() {
      long invalid = runs.stream().filter(line -> !line.valid()).count();
      long busy = runs.stream().filter(RunResult::machineWasBusy).count();
      return (windows.isEmpty() ? Integer.toString(runs.size()) : windows.size() + " windows")
          + (invalid == 0 ? "" : ", %s not valid".formatted(invalid))
          + (busy == 0 ? "" : ", %s busy".formatted(busy));
    }

    /** Over all commands of the windows. */
    String cost(ToDoubleFunction<Window> perCommand, String format) {
      return String.format(Locale.ROOT, format, PairedRatio.meanCost(windows, perCommand));
    }

    /** In per cent, the median over the windows. */
    String share(ToDoubleFunction<Window> figure, String format) {
      double[] percents = Results.values(windows, window -> figure.applyAsDouble(window) * PERCENT);
      return String.format(Locale.ROOT, format, Median.of(percents));
    }
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (CellKey cell : results.cells()) {
      for (String system : results.systems()) {
        results
            .bestVariant(system, cell)
            .ifPresent(
                variant ->
                    rows.add(
                        new Row(
                            cell,
                            system,
                            variant,
                            results.lines().stream()
                                .filter(line -> line.system().equals(variant))
                                .filter(line -> CellKey.of(line).equals(cell))
                                .toList(),
                            results.windowsOf(system, cell))));
      }
    }
    return rows;
  }

  /** Every cell of every system. */
  Section cells() {
    Table<Row> table =
        Table.of(rows()).column("cell", row -> row.cell().text()).column("system", Row::variant);
    for (Figure figure : Figure.values()) {
      table.column(
          figure.title(),
          row ->
              results
                  .spread(row.system(), row.cell(), figure)
                  .map(found -> found.text(figure.format()))
                  .orElse(MISSING));
    }
    table
        .column("errors", row -> String.format(Locale.ROOT, "%,d", row.errors()))
        .column("runs", Row::count);
    return new Section(
        "All cells", "Medians over the runs or windows; smallest and largest in brackets.", table);
  }

  /**
   * What failures cost, of the runs in which a server was killed, and how many others ended before;
   * without rows if no server was killed.
   */
  Section failures() {
    return new Section(
        "Failures",
        "The paper's clock is often too late for a fast system: a run that ended before its first"
            + " kill counts in the last column only, since nothing failed in it.",
        Table.of(rows().stream().filter(row -> !row.failing().isEmpty()).toList())
            .column("cell", row -> row.cell().text())
            .column("system", Row::system)
            .column(
                "no answer, ms: median (best-worst)",
                row -> spread(row.killed(), run -> List.of(run.silenceMillis())))
            .column(
                "longest wait of a client, ms",
                row -> spread(row.killed(), RunResult::longestWaitMillis))
            .column("kills", row -> kills(row).size())
            .column("acknowledged at the kill", Tables::acknowledged)
            .column("runs that ended before a kill", Tables::ended));
  }

  private static List<KillRecord> kills(Row row) {
    return row.killed().stream().flatMap(run -> RunLine.killsInTime(run).stream()).toList();
  }

  private static String acknowledged(Row row) {
    OptionalDouble share = kills(row).stream().mapToDouble(KillRecord::acknowledgedShare).average();
    return share.isEmpty()
        ? MISSING
        : String.format(Locale.ROOT, "%.0f %%", share.getAsDouble() * PERCENT);
  }

  private static String ended(Row row) {
    long ended = row.failing().stream().filter(RunLine::endedBeforeAKill).count();
    return ended + " of " + row.failing().size();
  }

  private static String spread(List<RunResult> runs, Function<RunResult, List<Double>> millis) {
    double[] values =
        runs.stream()
            .flatMap(run -> millis.apply(run).stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    return values.length == 0 ? MISSING : Spread.of(values).text("%,.0f");
  }

  /** What a command costs in paired windows, and how disturbed they were. */
  Section windows() {
    return new Section(
        "Cost of a command",
        "Of costs the mean over all commands, of shares the median over the windows. Work after a"
            + " window, until the system is quiet, counts for it. Compiler and collector: share of"
            + " the CPU time of clients and servers that their threads took, read from the names of"
            + " threads. Context switches are voluntary ones. Bytes written are what the kernel"
            + " counts, in whole units of its page cache. Stolen: processor time that the host of a"
            + " virtual machine took. A window with much of it is marked, and so is one whose system,"
            + " or the system before, was not quiet when the next window began. Marked windows count"
            + " all the same.",
        Table.of(rows().stream().filter(row -> !row.windows().isEmpty()).toList())
            .column("cell", row -> row.cell().text())
            .column("system", Row::variant)
            .column("core-ms/op", row -> row.cost(Window::coreMillisPerOp, "%.3f"))
            .column("context switches/op", row -> row.cost(Window::switchesPerOp, "%.1f"))
            .column("disk flushes/op", row -> row.cost(Window::flushesPerOp, "%.2f"))
            .column("bytes written/op", row -> row.cost(Window::writtenBytesPerOp, "%,.0f"))
            .column("compiler", row -> row.share(Window::compilerShare, "%.0f %%"))
            .column("collector", row -> row.share(Window::collectorShare, "%.1f %%"))
            .column("stolen", row -> row.share(Window::stealShare, "%.1f %%"))
            .column("marked windows", Tables::marked));
  }

  private static String marked(Row row) {
    return row.windows().stream().filter(Window::disturbed).count() + " of " + row.windows().size();
  }

  /** The two numbers of each cold start; without rows if none was recorded. */
  Section coldStarts() {
    return new Section(
        "Time to speed after a cold start",
        "",
        Table.of(results.coldStarts())
            .column("cluster", start -> CellKey.servers(start.servers()))
            .column("system", ColdStart::system)
            .column("repeat", ColdStart::repeat)
            .column("clients", ColdStart::clients)
            .column("to 50 %", start -> start.secondsToHalf() + " s")
            .column("to 90 %", start -> start.secondsToNinetyPercent() + " s")
            .column("flat", start -> start.flat() ? "yes" : "no, the time was up"));
  }

  /** Runs that are not valid because a host or the system failed. */
  Section lostRuns() {
    return new Section(
        "Lost runs",
        "A host was lost, or the system failed. They are not valid and count nowhere.",
        Table.of(results.lost())
            .column("run", LostRun::run)
            .column("servers", LostRun::servers)
            .column("reason", LostRun::reason));
  }

  /** What was measured: versions, durability and settings. */
  Section systems() {
    return new Section(
        "Systems",
        "",
        Table.of(results.about())
            .column("system", AboutSystem::system)
            .column("version", AboutSystem::version)
            .column("a client has its answer when", AboutSystem::durability)
            .column("settings", AboutSystem::configuration));
  }

  /** Where it was measured. */
  Section environment() {
    return new Section(
        "Environment",
        "",
        Table.of(
                results.environment().entrySet().stream()
                    .filter(entry -> !entry.getKey().equals("commandLine"))
                    .toList())
            .column("what", Map.Entry::getKey)
            .column("value", Map.Entry::getValue));
  }
}
