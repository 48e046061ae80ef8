package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Measured;
import dev.flotilla.bench.harness.section.Repeats;
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
    List<Line> lines = new ArrayList<>();
    for (int clients : plan.clients()) {
      List<Measured<String>> systems =
          Measured.of(
              plan.systems(),
              system ->
                  Repeats.of(
                      results,
                      run ->
                          run.system().equals(system)
                              && run.servers() == servers
                              && run.clients() == clients));
      systems.forEach(system -> lines.add(Line.of(clients, system)));
      for (int other = 1; other < systems.size(); other++) {
        lines.add(Line.ofRatio(systems.get(0), systems.get(other)));
      }
    }
    if (lines.isEmpty()) {
      return "";
    }
    Table<Line> table =
        Table.of(lines)
            .column("clients", Line::clients)
            .column("system", Line::system)
            .column("ops/s", Line::opsPerSec)
            .column("p50 us", Line::p50)
            .column("p99 us", Line::p99)
            .column("core-ms/op", Line::coreMillis)
            .column("errors", Line::errors);
    return "## %s server%s, %s mode, median of %s (min-max)%n%n%s%n"
        .formatted(servers, servers == 1 ? "" : "s", plan.mode(), plan.repeats(), table.markdown());
  }

  /** A row of the table: a system's repeats of one cell, or its ratio to another system. */
  private record Line(
      String clients,
      String system,
      String opsPerSec,
      String p50,
      String p99,
      String coreMillis,
      String errors) {
    static Line of(int clients, Measured<String> system) {
      Repeats repeats = system.repeats();
      return new Line(
          Integer.toString(clients),
          system.thing(),
          repeats.opsPerSec(),
          repeats.whole(Line::p50Of),
          repeats.whole(Line::p99Of),
          Repeats.text("%.3f", repeats.spread(RunResult::coreMillisPerOp).map(Spread::median)),
          Long.toString(repeats.errorCount()));
    }

    static Line ofRatio(Measured<String> one, Measured<String> other) {
      return new Line(
          "",
          one.thing() + " : " + other.thing(),
          ratio(one, other, RunResult::throughputOpsPerSec),
          ratio(one, other, Line::p50Of),
          ratio(one, other, Line::p99Of),
          ratio(one, other, RunResult::coreMillisPerOp),
          "");
    }

    private static double p50Of(RunResult run) {
      return run.latencyMicros().p50();
    }

    private static double p99Of(RunResult run) {
      return run.latencyMicros().p99();
    }

    private static String ratio(
        Measured<String> one, Measured<String> other, ToDoubleFunction<RunResult> figure) {
      double base = other.repeats().spread(figure).map(Spread::median).orElse(0.0);
      return base == 0
          ? Repeats.MISSING
          : Repeats.text("**%.2f**", one.repeats().spread(figure).map(it -> it.median() / base));
    }
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
}
