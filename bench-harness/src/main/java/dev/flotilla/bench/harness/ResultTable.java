package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Results as lines of comma-separated values, for spreadsheets. */
final class ResultTable {
  private static final int MOST_KILLS = 2;
  private static final String COLUMNS =
      "preset,system,servers,clients,scenario,trigger,mode,repeat,iterations,valid,ops,errors,"
          + "errorKinds,throughputOpsPerSec,meanMicros,p50Micros,p90Micros,p99Micros,maxMicros,"
          + "silenceMillis,longestWaitMillis,durationSeconds,clientCpuSeconds,serverCpuSeconds,"
          + "otherCpuSeconds,startedAt";
  private static final List<String> KILL_COLUMNS =
      List.of("Role", "Server", "AtMillis", "AcknowledgedShare", "AfterEnd");

  private ResultTable() {}

  /** The names of the columns. */
  static String head() {
    StringBuilder head = new StringBuilder(COLUMNS);
    for (int nth = 1; nth <= MOST_KILLS; nth++) {
      for (String column : KILL_COLUMNS) {
        head.append(",kill").append(nth).append(column);
      }
    }
    return head.append(",figures").toString();
  }

  /** One run as a line. */
  static String line(RunResult run) {
    List<Object> cells = new ArrayList<>();
    cells.addAll(List.of(run.preset(), run.system(), run.servers(), run.clients(), run.scenario()));
    cells.addAll(List.of(run.trigger(), run.mode(), run.repeat(), run.iterations(), run.valid()));
    cells.addAll(List.of(run.ops(), run.errorCount(), errorKinds(run), run.throughputOpsPerSec()));
    cells.addAll(List.of(run.latencyMicros().mean(), run.latencyMicros().p50()));
    cells.addAll(List.of(run.latencyMicros().p90(), run.latencyMicros().p99()));
    cells.addAll(List.of(run.latencyMicros().max(), run.silenceMillis(), longestWait(run)));
    CpuSeconds cpu = run.cpuSeconds();
    cells.addAll(List.of(run.durationSeconds(), cpu.clients(), cpu.measured() - cpu.clients()));
    cells.addAll(List.of(cpu.others(), run.startedAt()));
    for (int i = 0; i < MOST_KILLS; i++) {
      cells.addAll(i < run.kills().size() ? kill(run.kills().get(i)) : List.of("", "", "", "", ""));
    }
    cells.add(figures(run));
    return cells.stream().map(ResultTable::quoted).collect(Collectors.joining(","));
  }

  private static List<Object> kill(KillRecord kill) {
    return List.of(
        kill.role(), kill.server(), kill.atMillis(), kill.acknowledgedShare(), kill.afterEnd());
  }

  private static String errorKinds(RunResult run) {
    return run.errors().entrySet().stream()
        .map(error -> error.getKey() + ":" + error.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String figures(RunResult run) {
    return run.figures().entrySet().stream()
        .map(figure -> figure.getKey() + ":" + figure.getValue())
        .collect(Collectors.joining(" "));
  }

  private static double longestWait(RunResult run) {
    return run.longestWaitMillis().stream().max(Comparator.naturalOrder()).orElse(0.0);
  }

  private static String quoted(Object value) {
    String text = value.toString();
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
