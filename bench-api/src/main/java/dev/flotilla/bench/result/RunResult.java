package dev.flotilla.bench.result;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One measured run: one system, one number of servers, one number of clients, one repeat.
 *
 * @param preset the preset that the run belongs to; empty if none
 * @param system the system's name
 * @param servers server processes
 * @param clients clients, all in one process
 * @param scenario which failures were caused, in the paper's words; {@code 0E} for none
 * @param trigger what the failures were timed by: {@code none}, {@code clock} or {@code progress}
 * @param kills the failures, in their order
 * @param mode {@code paper} or {@code steady}
 * @param repeat counts from 1
 * @param iterations commands of each client; 0 in steady mode
 * @param valid whether every command ended, acknowledged or as an error, and every failure came
 *     when it should
 * @param ops acknowledged commands
 * @param errors commands that were not acknowledged, by kind
 * @param throughputOpsPerSec acknowledged commands a second, over the whole run
 * @param latencyMicros how long acknowledged commands took
 * @param silenceMillis the longest time without any answer after the first kill, or in the whole
 *     run if nothing was killed
 * @param longestWaitMillis for each client the longest time from one answer to the next
 * @param cpuSeconds CPU time that the run took
 * @param durationSeconds how long the run was, on the client process's clock
 * @param opsPerSecond acknowledged commands second by second, in steady mode: shows whether it was
 *     flat
 * @param warmUp what went before it, in steady mode
 * @param startedAt when the run began, ISO 8601 in UTC
 * @param durability what had reached the disk at the answer
 * @param configuration the system's settings
 * @param environment where it ran
 * @param figures what else a preset measures, by name; empty for most
 */
public record RunResult(
    String preset,
    String system,
    int servers,
    int clients,
    String scenario,
    String trigger,
    List<KillRecord> kills,
    String mode,
    int repeat,
    int iterations,
    boolean valid,
    long ops,
    Map<String, Long> errors,
    double throughputOpsPerSec,
    LatencyMicros latencyMicros,
    double silenceMillis,
    List<Double> longestWaitMillis,
    CpuSeconds cpuSeconds,
    double durationSeconds,
    List<Long> opsPerSecond,
    @Nullable WarmUpResult warmUp,
    String startedAt,
    String durability,
    String configuration,
    Environment environment,
    Map<String, Double> figures) {
  /** The kernel and the harness need less of a machine that does nothing else. */
  public static final double BUSY_SHARE = 0.2;

  private static final double MILLIS_PER_SECOND = 1_000;

  /** Copies the collections. */
  public RunResult {
    kills = List.copyOf(kills);
    longestWaitMillis = List.copyOf(longestWaitMillis);
    errors = Collections.unmodifiableSortedMap(new TreeMap<>(errors)); // prints in one order
    opsPerSecond = List.copyOf(opsPerSecond);
    figures = sorted(figures);
  }

  // Results from before there were figures have none.
  private static Map<String, Double> sorted(@Nullable Map<String, Double> figures) {
    return Collections.unmodifiableSortedMap(
        figures == null ? new TreeMap<>() : new TreeMap<>(figures));
  }

  /** CPU time of clients and servers per acknowledged command, in milliseconds of one core. */
  public double coreMillisPerOp() {
    return ops == 0 ? 0 : cpuSeconds.measured() * MILLIS_PER_SECOND / ops;
  }

  /** How many commands were not acknowledged. */
  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How much of the machine went to other processes while this was measured, from 0 to 1. */
  public double shareOfOthers() {
    double available = durationSeconds * environment.cores();
    return available == 0 ? 0 : Math.min(1, cpuSeconds.others() / available);
  }

  /** Whether other processes took more than {@link #BUSY_SHARE} of the machine meanwhile. */
  public boolean machineWasBusy() {
    return shareOfOthers() > BUSY_SHARE;
  }
}
