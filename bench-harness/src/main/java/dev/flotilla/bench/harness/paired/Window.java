package dev.flotilla.bench.harness.paired;

import dev.flotilla.bench.result.LatencyMicros;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * One window of a few seconds, in which one system was loaded while the others were idle; a line of
 * {@code windows.jsonl}.
 *
 * @param system the loaded system
 * @param servers server processes of each system
 * @param clients clients of the loaded system
 * @param rate commands a second that were intended, 0 in a closed loop
 * @param repeat counts from 1
 * @param round counts from 1; each system has one window in each round
 * @param position place of this window in its round, from 1
 * @param startedAt ISO 8601 in UTC
 * @param seconds length
 * @param ops acknowledged commands
 * @param errors commands that were not acknowledged, by kind
 * @param throughputOpsPerSec acknowledged commands a second
 * @param latencyMicros of acknowledged commands
 * @param processes what the client process and the servers of the loaded system used from the
 *     window's start until they were quiet after it
 * @param stealShare share of the machine's processor time that its host took, from 0 to 1
 * @param othersShare share that went to other processes, the idle systems among them
 * @param flushes cache flushes of all disks in the same time
 * @param disturbed whether the window says little, because much was stolen, or the system before it
 *     or its own was not quiet when the next window began; it counts all the same
 */
public record Window(
    String system,
    int servers,
    int clients,
    int rate,
    int repeat,
    int round,
    int position,
    String startedAt,
    double seconds,
    long ops,
    Map<String, Long> errors,
    double throughputOpsPerSec,
    LatencyMicros latencyMicros,
    List<ProcessUse> processes,
    double stealShare,
    double othersShare,
    long flushes,
    boolean disturbed) {
  private static final double MILLIS_PER_SECOND = 1_000;

  /** Copies the collections. */
  public Window {
    errors = Collections.unmodifiableSortedMap(new TreeMap<>(errors));
    processes = List.copyOf(processes);
  }

  /** CPU time of clients and servers for one command, in milliseconds of one core. */
  public double coreMillisPerOp() {
    return perOp(ProcessUse::cpuSeconds) * MILLIS_PER_SECOND;
  }

  /** Voluntary context switches of clients and servers for one command. */
  public double switchesPerOp() {
    return perOp(ProcessUse::voluntarySwitches);
  }

  /** Bytes written to disks for one command. */
  public double writtenBytesPerOp() {
    return perOp(ProcessUse::writtenBytes);
  }

  /** Flushes of disks for one command. */
  public double flushesPerOp() {
    return ops == 0 ? 0 : (double) flushes / ops;
  }

  /** Share of the CPU time of clients and servers that threads of the compiler took. */
  public double compilerShare() {
    return share(ProcessUse::compilerSeconds);
  }

  /** Share of the CPU time of clients and servers that threads of the collector took. */
  public double collectorShare() {
    return share(ProcessUse::collectorSeconds);
  }

  private double share(ToDoubleFunction<ProcessUse> figure) {
    double all = sum(ProcessUse::cpuSeconds);
    return all == 0 ? 0 : sum(figure) / all;
  }

  private double perOp(ToDoubleFunction<ProcessUse> figure) {
    return ops == 0 ? 0 : sum(figure) / ops;
  }

  private double sum(ToDoubleFunction<ProcessUse> figure) {
    return processes.stream().mapToDouble(figure).sum();
  }
}
