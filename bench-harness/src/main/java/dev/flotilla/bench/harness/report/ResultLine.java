package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.result.RunResult;
import java.util.List;

/**
 * One measured run, as a report needs it.
 *
 * @param system the system's name, with {@code @OTHER} behind it if it ran with another's JVM
 *     options
 * @param cell what was measured
 * @param preset the preset that planned it, empty if none
 * @param repeat counts from 1
 * @param ops acknowledged commands
 * @param errors commands that were not acknowledged
 * @param throughput acknowledged commands a second
 * @param latency of acknowledged commands
 * @param coreMillis CPU time of clients and servers for one command, in milliseconds of one core
 * @param seconds length of the run
 * @param valid false if the run did not measure what its cell asks for
 * @param kills servers that were killed
 * @param silenceMillis windows without any answer after a kill
 * @param longestWaitMillis each client's longest wait
 * @param shareOfOthers how much of the machine went to other processes, from 0 to 1
 */
record ResultLine(
    String system,
    CellKey cell,
    String preset,
    int repeat,
    long ops,
    long errors,
    double throughput,
    Latency latency,
    double coreMillis,
    double seconds,
    boolean valid,
    List<Kill> kills,
    List<Double> silenceMillis,
    List<Double> longestWaitMillis,
    double shareOfOthers) {
  private static final double MILLIS_PER_SECOND = 1_000;

  ResultLine {
    kills = List.copyOf(kills);
    silenceMillis = List.copyOf(silenceMillis);
    longestWaitMillis = List.copyOf(longestWaitMillis);
  }

  /** Microseconds. */
  record Latency(double mean, double p50, double p90, double p99, double max) {
    static Latency of(JsonFields fields) {
      return new Latency(
          fields.number("mean", 0),
          fields.number("p50", 0),
          fields.number("p90", 0),
          fields.number("p99", 0),
          fields.number("max", 0));
    }
  }

  /**
   * A server that was killed.
   *
   * @param role {@code follower} or {@code leader}
   * @param atMillis when, from the start of the run
   * @param acknowledgedShare share of the commands that were acknowledged by then
   * @param afterEnd whether the workload had ended before
   */
  record Kill(String role, double atMillis, double acknowledgedShare, boolean afterEnd) {
    static Kill of(JsonFields fields) {
      return new Kill(
          fields.text("role", "server"),
          fields.number("atMillis", 0),
          fields.number("acknowledgedShare", 0),
          fields.flag("afterEnd", false));
    }
  }

  /** The kills that came before the commands had ended. */
  List<Kill> killsInTime() {
    return kills.stream().filter(kill -> !kill.afterEnd()).toList();
  }

  /** Whether a kill was due that did not happen, because the commands had ended. */
  boolean endedBeforeAKill() {
    return kills.stream().anyMatch(Kill::afterEnd);
  }

  static ResultLine of(JsonFields line) {
    JsonFields cpu = line.fields("cpuSeconds");
    double used =
        cpu.number("clients", 0)
            + cpu.numbers("servers").stream().mapToDouble(Double::doubleValue).sum();
    long ops = (long) line.number("ops", 0);
    double seconds = line.number("durationSeconds", 0);
    double available = seconds * line.fields("environment").number("cores", 0);
    return new ResultLine(
        line.text("system", "unknown"),
        cell(line),
        line.text("preset", ""),
        line.whole("repeat", 1),
        ops,
        errors(line),
        line.number("throughputOpsPerSec", 0),
        Latency.of(line.fields("latencyMicros")),
        ops == 0 ? 0 : used * MILLIS_PER_SECOND / ops,
        seconds,
        line.flag("valid", true),
        line.all("kills").stream().map(Kill::of).toList(),
        line.numbers("silenceMillis"),
        line.numbers("longestWaitMillis"),
        available == 0 ? 0 : Math.min(1, cpu.number("others", 0) / available));
  }

  /** Whether other processes took more of the machine than {@link RunResult#BUSY_SHARE}. */
  boolean machineWasBusy() {
    return shareOfOthers > RunResult.BUSY_SHARE;
  }

  private static CellKey cell(JsonFields line) {
    return new CellKey(
        line.whole("servers", 1),
        line.whole("clients", 1),
        line.text("scenario", CellKey.NO_FAILURE),
        line.text("trigger", "none"),
        line.text("mode", "steady"));
  }

  private static long errors(JsonFields line) {
    return line.fields("errors").texts().values().stream()
        .mapToLong(count -> (long) Double.parseDouble(count))
        .sum();
  }

  /** The system without the JVM options that it ran with. */
  String baseSystem() {
    return base(system);
  }

  static String base(String system) {
    int at = system.indexOf('@');
    return at < 0 ? system : system.substring(0, at);
  }
}
