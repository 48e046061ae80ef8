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
   * What the window took.
   *
   * @param stealShare share of the machine that its host took
   * @param othersShare share that other processes took
   */
  record Use(List<ProcessUse> processes, double stealShare, double othersShare, long flushes) {}

  Use stop() {
    ProcFiles.MachineCounters machine = files.machine();
    List<ProcessUse> uses = new ArrayList<>();
    processes.forEach((name, pid) -> uses.add(use(name, files.process(pid))));
    double own = uses.stream().mapToDouble(ProcessUse::cpuSeconds).sum();
    double all = machine.allSeconds() - machineBefore.allSeconds();
    double busy = machine.busySeconds() - machineBefore.busySeconds();
    double steal = machine.stealSeconds() - machineBefore.stealSeconds();
    return new Use(
        uses,
        all <= 0 ? 0 : rounded(steal / all),
        all <= 0 ? 0 : rounded(Math.max(0, busy - own) / all),
        machine.flushes() - machineBefore.flushes());
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
