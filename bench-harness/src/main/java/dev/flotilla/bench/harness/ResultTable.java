package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Results as lines of comma-separated values, for spreadsheets. */
final class ResultTable {
  private static final int MOST_KILLS = 2;

  private ResultTable() {}

  /** The names of the columns. */
  static String head() {
    return String.join(",", table(List.of()).heads());
  }

  /** One run as a line. */
  static String line(RunResult run) {
    return table(List.of(run)).rows().get(0).stream()
        .map(ResultTable::quoted)
        .collect(Collectors.joining(","));
  }

  private static Table<RunResult> table(List<RunResult> runs) {
    Table<RunResult> table =
        Table.of(runs)
            .column("preset", RunResult::preset)
            .column("system", RunResult::system)
            .column("servers", RunResult::servers)
            .column("clients", RunResult::clients)
            .column("scenario", RunResult::scenario)
            .column("trigger", RunResult::trigger)
            .column("mode", RunResult::mode)
            .column("repeat", RunResult::repeat)
            .column("iterations", RunResult::iterations)
            .column("valid", RunResult::valid)
            .column("ops", RunResult::ops)
            .column("errors", RunResult::errorCount)
            .column("errorKinds", run -> pairs(run.errors()))
            .column("throughputOpsPerSec", RunResult::throughputOpsPerSec)
            .column("meanMicros", run -> run.latencyMicros().mean())
            .column("p50Micros", run -> run.latencyMicros().p50())
            .column("p90Micros", run -> run.latencyMicros().p90())
            .column("p99Micros", run -> run.latencyMicros().p99())
            .column("maxMicros", run -> run.latencyMicros().max())
            .column("silenceMillis", RunResult::silenceMillis)
            .column("longestWaitMillis", ResultTable::longestWait)
            .column("durationSeconds", RunResult::durationSeconds)
            .column("clientCpuSeconds", run -> run.cpuSeconds().clients())
            .column("serverCpuSeconds", run -> ofServers(run.cpuSeconds()))
            .column("otherCpuSeconds", run -> run.cpuSeconds().others())
            .column("startedAt", RunResult::startedAt);
    for (int i = 0; i < MOST_KILLS; i++) {
      addKill(table, i);
    }
    return table.column("figures", run -> pairs(run.figures()));
  }

  private static void addKill(Table<RunResult> table, int number) {
    String kill = "kill" + (number + 1);
    table
        .column(kill + "Role", run -> of(run, number, KillRecord::role))
        .column(kill + "Server", run -> of(run, number, KillRecord::server))
        .column(kill + "AtMillis", run -> of(run, number, KillRecord::atMillis))
        .column(kill + "AcknowledgedShare", run -> of(run, number, KillRecord::acknowledgedShare))
        .column(kill + "AfterEnd", run -> of(run, number, KillRecord::afterEnd));
  }

  private static Object of(RunResult run, int kill, Function<KillRecord, Object> value) {
    return kill < run.kills().size() ? value.apply(run.kills().get(kill)) : "";
  }

  private static String pairs(Map<String, ?> values) {
    return values.entrySet().stream()
        .map(value -> value.getKey() + ":" + value.getValue())
        .collect(Collectors.joining(" "));
  }

  private static double longestWait(RunResult run) {
    return run.longestWaitMillis().stream().max(Comparator.naturalOrder()).orElse(0.0);
  }

  private static double ofServers(CpuSeconds cpu) {
    return cpu.measured() - cpu.clients();
  }

  private static String quoted(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
