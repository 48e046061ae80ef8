package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.paired.PairedRatio;
import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.harness.stats.Median;
import dev.flotilla.bench.harness.stats.Spread;
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
  void appendCells(Html html) {
    List<String> heads = new ArrayList<>(List.of("cell", "system"));
    for (Figure figure : Figure.values()) {
      heads.add(figure.title());
    }
    heads.addAll(List.of("errors", "runs"));
    List<List<Html.Cell>> rows = new ArrayList<>();
    for (CellKey cell : results.cells()) {
      for (String system : results.systems()) {
        results.bestVariant(system, cell).ifPresent(name -> rows.add(row(cell, system, name)));
      }
    }
    html.table("figures", heads, rows);
  }

  private List<Html.Cell> row(CellKey cell, String system, String variant) {
    List<Html.Cell> row =
        new ArrayList<>(List.of(Html.Cell.of(cell.text()), Html.Cell.of(variant)));
    for (Figure figure : Figure.values()) {
      Optional<Spread> spread = results.spread(system, cell, figure);
      row.add(Html.Cell.of(spread.map(found -> found.text(figure.format())).orElse("–")));
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
    row.add(Html.Cell.of(String.format(Locale.ROOT, "%,d", errors)));
    String runs = windows.isEmpty() ? all.size() + "" : windows.size() + " windows";
    long busy = all.stream().filter(ResultLine::machineWasBusy).count();
    row.add(Html.Cell.of(runs + count(invalid, "not valid") + count(busy, "busy")));
    return row;
  }

  private static String count(long runs, String what) {
    return runs == 0 ? "" : ", %s %s".formatted(runs, what);
  }

  /** What failures cost; nothing if no server was killed. */
  void appendFailures(Html html) {
    List<List<Html.Cell>> rows = new ArrayList<>();
    for (CellKey cell : results.cells()) {
      for (String system : results.systems()) {
        List<ResultLine> due =
            results.runsOf(system, cell).stream().filter(run -> !run.kills().isEmpty()).toList();
        if (!due.isEmpty()) {
          rows.add(failureRow(cell, system, due));
        }
      }
    }
    if (rows.isEmpty()) {
      return;
    }
    html.heading(2, "Failures");
    html.table(
        "figures",
        List.of(
            "cell",
            "system",
            "no answer, ms: median (best-worst)",
            "longest wait of a client, ms",
            "kills",
            "acknowledged at the kill",
            "runs that ended before a kill"),
        rows);
    html.note(
        "The paper's clock is often too late for a fast system: a run that ended before its first"
            + " kill counts in the last column only, since nothing failed in it.");
  }

  /** Of the runs in which a server was killed, and how many others ended before. */
  private static List<Html.Cell> failureRow(CellKey cell, String system, List<ResultLine> due) {
    List<ResultLine> runs = due.stream().filter(run -> !run.killsInTime().isEmpty()).toList();
    List<ResultLine.Kill> kills = runs.stream().flatMap(run -> run.killsInTime().stream()).toList();
    long ended = due.stream().filter(ResultLine::endedBeforeAKill).count();
    OptionalDouble share = kills.stream().mapToDouble(ResultLine.Kill::acknowledgedShare).average();
    return List.of(
        Html.Cell.of(cell.text()),
        Html.Cell.of(system),
        Html.Cell.of(spread(runs.stream().flatMap(run -> run.silenceMillis().stream()).toList())),
        Html.Cell.of(
            spread(runs.stream().flatMap(run -> run.longestWaitMillis().stream()).toList())),
        Html.Cell.of(Integer.toString(kills.size())),
        Html.Cell.of(
            share.isEmpty()
                ? "–"
                : String.format(Locale.ROOT, "%.0f %%", share.getAsDouble() * PERCENT)),
        Html.Cell.of(ended + " of " + due.size()));
  }

  private static String spread(List<Double> values) {
    return values.isEmpty()
        ? "–"
        : Spread.of(values.stream().mapToDouble(Double::doubleValue).toArray()).text("%,.0f");
  }

  /** What a command costs in paired windows, and how disturbed they were. */
  void appendWindows(Html html) {
    if (results.windows().isEmpty()) {
      return;
    }
    List<List<Html.Cell>> rows = new ArrayList<>();
    for (CellKey cell : results.cells()) {
      for (String system : results.systems()) {
        List<Window> windows = results.windowsOf(system, cell);
        if (!windows.isEmpty()) {
          rows.add(windowRow(cell, windows));
        }
      }
    }
    html.heading(2, "Cost of a command");
    html.table(
        "figures",
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
            "marked windows"),
        rows);
    html.note(
        "Of costs the mean over all commands, of shares the median over the windows. Work after a"
            + " window, until the system is quiet, counts for it. Compiler and collector: share of"
            + " the CPU time of clients and servers that their threads took, read from the names of"
            + " threads. Context switches are voluntary ones. Bytes written are what the kernel"
            + " counts, in whole units of its page cache. Stolen: processor time that the host of a"
            + " virtual machine took. A window with much of it is marked, and so is one whose system,"
            + " or the system before, was not quiet when the next window began. Marked windows count"
            + " all the same.");
  }

  private static List<Html.Cell> windowRow(CellKey cell, List<Window> windows) {
    return List.of(
        Html.Cell.of(cell.text()),
        Html.Cell.of(windows.get(0).system()),
        Html.Cell.of(cost(windows, Window::coreMillisPerOp, "%.3f")),
        Html.Cell.of(cost(windows, Window::switchesPerOp, "%.1f")),
        Html.Cell.of(cost(windows, Window::flushesPerOp, "%.2f")),
        Html.Cell.of(cost(windows, Window::writtenBytesPerOp, "%,.0f")),
        Html.Cell.of(median(windows, window -> window.compilerShare() * PERCENT, "%.0f %%")),
        Html.Cell.of(median(windows, window -> window.collectorShare() * PERCENT, "%.1f %%")),
        Html.Cell.of(median(windows, window -> window.stealShare() * PERCENT, "%.1f %%")),
        Html.Cell.of(windows.stream().filter(Window::disturbed).count() + " of " + windows.size()));
  }

  private static String cost(
      List<Window> windows, ToDoubleFunction<Window> perCommand, String format) {
    return String.format(Locale.ROOT, format, PairedRatio.meanCost(windows, perCommand));
  }

  private static String median(
      List<Window> windows, ToDoubleFunction<Window> figure, String format) {
    return String.format(Locale.ROOT, format, Median.of(Results.values(windows, figure)));
  }

  /** The two numbers of each cold start; nothing if none was recorded. */
  void appendColdStarts(Html html) {
    List<List<Html.Cell>> rows = new ArrayList<>();
    for (ColdStart start : results.coldStarts()) {
      rows.add(
          List.of(
              Html.Cell.of(start.servers() + (start.servers() == 1 ? " server" : " servers")),
              Html.Cell.of(start.system()),
              Html.Cell.of(Integer.toString(start.repeat())),
              Html.Cell.of(Integer.toString(start.clients())),
              Html.Cell.of(start.secondsToHalf() + " s"),
              Html.Cell.of(start.secondsToNinetyPercent() + " s"),
              Html.Cell.of(start.flat() ? "yes" : "no, the time was up")));
    }
    if (!rows.isEmpty()) {
      html.heading(2, "Time to speed after a cold start");
      html.table(
          "figures",
          List.of("cluster", "system", "repeat", "clients", "to 50 %", "to 90 %", "flat"),
          rows);
    }
  }
}
