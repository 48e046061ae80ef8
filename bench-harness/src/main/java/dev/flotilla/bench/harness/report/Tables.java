package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.paired.PairedRatio;
import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Median;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.LostRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The tables behind the figures. */
final class Tables {
  private static final double PERCENT = 100;

  private final Results results;

  Tables(Results results) {
    this.results = results;
  }

  /** Every cell of every system. */
  Section cells() {
    List<String> heads = new ArrayList<>(List.of("cell", "system"));
    for (Figure figure : Figure.values()) {
      heads.add(figure.title());
    }
    heads.addAll(List.of("errors", "runs"));
    Table table = new Table(heads);
    for (CellKey cell : results.cells()) {
      for (String system : results.systems()) {
        results.bestVariant(system, cell).ifPresent(name -> table.add(row(cell, system, name)));
      }
    }
    return new Section(
        "All cells", "Medians over the runs or windows; smallest and largest in brackets.", table);
  }

  private List<String> row(CellKey cell, String system, String variant) {
    List<String> row = new ArrayList<>(List.of(cell.text(), variant));
    for (Figure figure : Figure.values()) {
      Optional<Spread> spread = results.spread(system, cell, figure);
      row.add(spread.map(found -> found.text(figure.format())).orElse("–"));
    }
    List<ResultLine> all =
        results.lines().stream()
            .filter(line -> line.system().equals(variant) && line.cell().equals(cell))
            .toList();
    List<Window> windows = results.windowsOf(system, cell);
    long errors =
        all.stream().mapToLong(ResultLine::errors).sum()
            + windows.stream()
                .flatMap(window -> window.errors().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    long invalid = all.stream().filter(line -> !line.valid()).count();
    row.add(String.format(Locale.ROOT, "%,d", errors));
    String runs = windows.isEmpty() ? all.size() + "" : windows.size() + " windows";
    long busy = all.stream().filter(ResultLine::machineWasBusy).count();
    row.add(runs + count(invalid, "not valid") + count(busy, "busy"));
    return row;
  }

  private static String count(long runs, String what) {
    return runs == 0 ? "" : ", %s %s".formatted(runs, what);
  }

  /** What failures cost; without rows if no server was killed. */
  Section failures() {
    Table table =
        new Table(
            List.of(
                "cell",
                "system",
                "no answer, ms: median (best-worst)",
                "longest wait of a client, ms",
                "kills",
                "acknowledged at the kill",
                "runs that ended before a kill"));
    for (CellKey cell : results.cells()) {
      for (String system : results.systems()) {
        List<ResultLine> due =
            results.runsOf(system, cell).stream().filter(run -> !run.kills().isEmpty()).toList();
        if (!due.isEmpty()) {
          table.add(failureRow(cell, system, due));
        }
      }
    }
    return new Section(
        "Failures",
        "The paper's clock is often too late for a fast system: a run that ended before its first"
            + " kill counts in the last column only, since nothing failed in it.",
        table);
  }

  /** Of the runs in which a server was killed, and how many others ended before. */
  private static List<String> failureRow(CellKey cell, String system, List<ResultLine> due) {
    List<ResultLine> runs = due.stream().filter(run -> !run.killsInTime().isEmpty()).toList();
    List<ResultLine.Kill> kills = runs.stream().flatMap(run -> run.killsInTime().stream()).toList();
    long ended = due.stream().filter(ResultLine::endedBeforeAKill).count();
    OptionalDouble share = kills.stream().mapToDouble(ResultLine.Kill::acknowledgedShare).average();
    return List.of(
        cell.text(),
        system,
        spread(runs.stream().flatMap(run -> run.silenceMillis().stream()).toList()),
        spread(runs.stream().flatMap(run -> run.longestWaitMillis().stream()).toList()),
        Integer.toString(kills.size()),
        share.isEmpty()
            ? "–"
            : String.format(Locale.ROOT, "%.0f %%", share.getAsDouble() * PERCENT),
        ended + " of " + due.size());
  }

  private static String spread(List<Double> values) {
    return values.isEmpty()
        ? "–"
        : Spread.of(values.stream().mapToDouble(Double::doubleValue).toArray()).text("%,.0f");
  }

  /** What a command costs in paired windows, and how disturbed they were. */
  Section windows() {
    Table table =
        new Table(
            List.of(
                "cell",
                "system",
                "core-ms/op",
                "context switches/op",
                "disk flushes/op",
                "bytes written/op",
                "compiler",
                "collector",
                "stolen",
                "marked windows"));
    for (CellKey cell : results.cells()) {
      for (String system : results.systems()) {
        List<Window> windows = results.windowsOf(system, cell);
        if (!windows.isEmpty()) {
          table.add(windowRow(cell, windows));
        }
      }
    }
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
        table);
  }

  private static List<String> windowRow(CellKey cell, List<Window> windows) {
    return List.of(
        cell.text(),
        windows.get(0).system(),
        cost(windows, Window::coreMillisPerOp, "%.3f"),
        cost(windows, Window::switchesPerOp, "%.1f"),
        cost(windows, Window::flushesPerOp, "%.2f"),
        cost(windows, Window::writtenBytesPerOp, "%,.0f"),
        median(windows, window -> window.compilerShare() * PERCENT, "%.0f %%"),
        median(windows, window -> window.collectorShare() * PERCENT, "%.1f %%"),
        median(windows, window -> window.stealShare() * PERCENT, "%.1f %%"),
        windows.stream().filter(Window::disturbed).count() + " of " + windows.size());
  }

  private static String cost(
      List<Window> windows, ToDoubleFunction<Window> perCommand, String format) {
    return String.format(Locale.ROOT, format, PairedRatio.meanCost(windows, perCommand));
  }

  private static String median(
      List<Window> windows, ToDoubleFunction<Window> figure, String format) {
    return String.format(Locale.ROOT, format, Median.of(Results.values(windows, figure)));
  }

  /** The two numbers of each cold start; without rows if none was recorded. */
  Section coldStarts() {
    Table table =
        new Table(List.of("cluster", "system", "repeat", "clients", "to 50 %", "to 90 %", "flat"));
    for (ColdStart start : results.coldStarts()) {
      table.add(
          List.of(
              start.servers() + (start.servers() == 1 ? " server" : " servers"),
              start.system(),
              Integer.toString(start.repeat()),
              Integer.toString(start.clients()),
              start.secondsToHalf() + " s",
              start.secondsToNinetyPercent() + " s",
              start.flat() ? "yes" : "no, the time was up"));
    }
    return new Section("Time to speed after a cold start", "", table);
  }

  /** Runs that are not valid because a host or the system failed. */
  Section lostRuns() {
    Table table = new Table(List.of("run", "servers", "reason"));
    for (LostRun run : results.lost()) {
      table.add(List.of(run.run(), Integer.toString(run.servers()), run.reason()));
    }
    return new Section(
        "Lost runs",
        "A host was lost, or the system failed. They are not valid and count nowhere.",
        table);
  }

  /** What was measured: versions, durability and settings. */
  Section systems() {
    Table table =
        new Table(List.of("system", "version", "a client has its answer when", "settings"));
    for (AboutSystem about : results.about()) {
      table.add(
          List.of(about.system(), about.version(), about.durability(), about.configuration()));
    }
    return new Section("Systems", "", table);
  }

  /** Where it was measured. */
  Section environment() {
    Table table = new Table(List.of("what", "value"));
    results
        .environment()
        .forEach(
            (name, value) -> {
              if (!name.equals("commandLine")) {
                table.add(List.of(name, value));
              }
            });
    return new Section("Environment", "", table);
  }
}
