package dev.flotilla.bench.harness.paired;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the counters of a system's processes and of the machine around a window. */
final class WindowMeter {
  private final ProcFiles files;
  private final Map<String, Long> processes;
  private final Map<String, ProcFiles.ProcessCounters> before;
  private final ProcFiles.MachineCounters machineBefore;

  private WindowMeter(ProcFiles files, Map<String, Long> processes) {
    this.files = files;
    this.processes = processes;
    this.before = read();
    this.machineBefore = files.machine();
  }

  static WindowMeter start(ProcFiles files, Map<String, Long> processes) {
    return new WindowMeter(files, new LinkedHashMap<>(processes));
  }

  private Map<String, ProcFiles.ProcessCounters> read() {
    Map<String, ProcFiles.ProcessCounters> read = new LinkedHashMap<>();
    processes.forEach((name, pid) -> read.put(name, files.process(pid)));
    return read;
  }

  /**
   * Who had the processors since the start.
   *
   * @param steal share that the host of the machine took
   * @param others share that other processes took
   */
  record Shares(double steal, double others) {}

  Shares shares() {
    ProcFiles.MachineCounters machine = files.machine();
    double own = uses().stream().mapToDouble(ProcessUse::cpuSeconds).sum();
    double all = machine.allSeconds() - machineBefore.allSeconds();
    double busy = machine.busySeconds() - machineBefore.busySeconds();
    double steal = machine.stealSeconds() - machineBefore.stealSeconds();
    return all <= 0
        ? new Shares(0, 0)
        : new Shares(rounded(steal / all), rounded(Math.max(0, busy - own) / all));
  }

  /** What each process has used since the start. */
  List<ProcessUse> uses() {
    List<ProcessUse> uses = new ArrayList<>();
    processes.forEach((name, pid) -> uses.add(use(name, files.process(pid))));
    return uses;
  }

  /** Cache flushes of all disks since the start. */
  long flushes() {
    return files.machine().flushes() - machineBefore.flushes();
  }

  /** Processor time of all processes so far. */
  double cpuSeconds() {
    return processes.values().stream().mapToDouble(pid -> files.process(pid).cpuSeconds()).sum();
  }

  /** Threads that have ended take their counters along, so differences may be negative. */
  private ProcessUse use(String name, ProcFiles.ProcessCounters now) {
    ProcFiles.ProcessCounters then = before.getOrDefault(name, now);
    return new ProcessUse(
        name,
        rounded(now.cpuSeconds() - then.cpuSeconds()),
        Math.max(0, now.voluntarySwitches() - then.voluntarySwitches()),
        rounded(now.compilerSeconds() - then.compilerSeconds()),
        rounded(now.collectorSeconds() - then.collectorSeconds()),
        Math.max(0, now.writtenBytes() - then.writtenBytes()));
  }

  private static double rounded(double value) {
    return Math.max(0, Math.round(value * 1_000) / 1_000.0);
  }
}
