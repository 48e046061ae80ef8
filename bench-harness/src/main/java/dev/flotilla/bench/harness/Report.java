package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.Environment;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The results as Markdown that also reads well on a terminal: for each number of servers a table
 * with, for each number of clients, every system and the ratio of the first to each other.
 */
public final class Report {
  private static final List<String> COLUMNS =
      List.of("clients", "system", "ops/s", "p50 us", "p99 us", "core-ms/op", "errors");

  private static final double PERCENT = 100;

  private final BenchmarkPlan plan;
  private final List<RunResult> results;

  Report(BenchmarkPlan plan, List<RunResult> results) {
    this.plan = plan;
    this.results = results;
  }

  /** The whole report; one sentence when nothing was measured. */
  String markdown() {
    if (results.isEmpty()) {
      return "Nothing was measured.\n";
    }
    StringBuilder text = new StringBuilder();
    plan.servers().forEach(servers -> text.append(section(servers)));
    return text.append(footer(plan.systems(), results)).toString();
  }

  private String section(int servers) {
    Table table = new Table(COLUMNS);
    for (int clients : plan.clients()) {
      List<Cell> cells = cells(servers, clients);
      cells.forEach(cell -> table.add(cell.row()));
      for (int other = 1; other < cells.size(); other++) {
        table.add(cells.get(0).ratioTo(cells.get(other)));
      }
    }
    if (table.isEmpty()) {
      return "";
    }
    return "## %s server%s, %s mode, median of %s (min-max)%n%n%s%n"
        .formatted(servers, servers == 1 ? "" : "s", plan.mode(), plan.repeats(), table.markdown());
  }

  private List<Cell> cells(int servers, int clients) {
    List<Cell> cells = new ArrayList<>();
    for (String system : plan.systems()) {
      List<RunResult> repeats =
          results.stream()
              .filter(result -> result.system().equals(system))
              .filter(result -> result.servers() == servers && result.clients() == clients)
              .toList();
      if (!repeats.isEmpty()) {
        cells.add(new Cell(system, clients, repeats));
      }
    }
    return cells;
  }

  /** Where the results were measured, and what the systems promise. */
  public static String footer(List<String> systems, List<RunResult> results) {
    Environment where = results.get(0).environment();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s, %s cores, %,d MB, %s; %s; %s%n",
            where.machine(),
            where.cores(),
            where.memoryMegabytes(),
            where.dataFileSystem(),
            where.os(),
            where.jdk()));
    text.append("Commit %s; `%s`%n%n".formatted(where.gitCommit(), where.commandLine()));
    for (String system : systems) {
      results.stream()
          .filter(result -> result.system().equals(system))
          .findFirst()
          .ifPresent(result -> text.append(about(result)));
    }
    text.append(busyRuns(results));
    return text.toString();
  }

  /** The runs that are worth little, and why; empty if the machine was quiet. */
  private static String busyRuns(List<RunResult> results) {
    List<RunResult> busy = results.stream().filter(RunResult::machineWasBusy).toList();
    if (busy.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%nMachine busy: other processes took more than %.0f %% of the machine in %s of %s runs:%n",
            RunResult.BUSY_SHARE * PERCENT,
            busy.size(),
            results.size()));
    for (RunResult run : busy) {
      text.append(
          String.format(
              Locale.ROOT,
              "- %s, %s servers, %s clients, %s, repeat %s: %.0f %%%n",
              run.system(),
              run.servers(),
              run.clients(),
              run.scenario(),
              run.repeat(),
              run.shareOfOthers() * PERCENT));
    }
    return text.toString();
  }

  private static String about(RunResult result) {
    return "- %s %s answers when %s. %s.%n"
        .formatted(
            result.system(),
            result.environment().versions().get(result.system()),
            result.durability(),
            result.configuration());
  }

  /** One system's repeats of one cell. */
  private record Cell(String system, int clients, List<RunResult> repeats) {
    Spread spread(ToDoubleFunction<RunResult> figure) {
      return Spread.of(repeats.stream().mapToDouble(figure).toArray());
    }

    Spread throughput() {
      return spread(RunResult::throughputOpsPerSec);
    }

    Spread p50() {
      return spread(result -> result.latencyMicros().p50());
    }

    Spread p99() {
      return spread(result -> result.latencyMicros().p99());
    }

    Spread coreMillis() {
      return spread(RunResult::coreMillisPerOp);
    }

    List<String> row() {
      long errors = repeats.stream().mapToLong(RunResult::errorCount).sum();
      return List.of(
          Integer.toString(clients),
          system,
          throughput().text("%,.0f"),
          p50().text("%,.0f"),
          p99().text("%,.0f"),
          String.format(Locale.ROOT, "%.3f", coreMillis().median()),
          Long.toString(errors));
    }

    List<String> ratioTo(Cell other) {
      return List.of(
          "",
          system + " : " + other.system,
          ratio(throughput(), other.throughput()),
          ratio(p50(), other.p50()),
          ratio(p99(), other.p99()),
          ratio(coreMillis(), other.coreMillis()),
          "");
    }

    private static String ratio(Spread one, Spread other) {
      return other.median() == 0
          ? "-"
          : String.format(Locale.ROOT, "**%.2f**", one.median() / other.median());
    }
  }
}
