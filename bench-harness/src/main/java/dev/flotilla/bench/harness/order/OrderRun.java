package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.LocalHost;
import dev.flotilla.bench.Placement;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.harness.CpuReading;
import dev.flotilla.bench.harness.PrintedLine;
import dev.flotilla.bench.result.CpuSeconds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** The processes of one run, from their starts to their ends. */
final class OrderRun {
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final String LISTENING = "listening on ";

  private final OrderCell cell;
  private final OrderSettings settings;
  private final Placement placement;
  private final Path journals;
  private final Path logs;
  private final Duration limit;
  private CpuSeconds cpu = new CpuSeconds(0, List.of(), 0);

  /**
   * A run.
   *
   * @param placement has a host for each process
   * @param journals a directory for the files of Raft
   * @param logs a directory for what the processes print
   * @param limit how long it may last
   */
  OrderRun(
      OrderCell cell,
      OrderSettings settings,
      Placement placement,
      Path journals,
      Path logs,
      Duration limit) {
    this.cell = cell;
    this.settings = settings;
    this.placement = placement;
    this.journals = journals;
    this.logs = logs;
    this.limit = limit;
  }

  /**
   * Starts the processes and waits until they end; none of them outlives this call.
   *
   * @return what they have printed
   * @throws SystemFailedException if one fails, or they take too long
   */
  List<Path> outputs() throws IOException, InterruptedException {
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      String registry = registry(children);
      List<ChildProcess> processes = new ArrayList<>();
      for (int i = 1; i <= cell.allProcesses(); i++) {
        LocalHost host = placement.host(i);
        JavaProgram program =
            OrderPrograms.process(cell, settings, host.address(), registry, journals);
        processes.add(children.start("process-" + i, host, program));
      }
      await(processes);
      return processes.stream().map(ChildProcess::log).toList();
    }
  }

  /** CPU time of the run; that of a process may lack its last moments. */
  CpuSeconds cpu() {
    return cpu;
  }

  private String registry(ChildProcesses children) throws IOException, InterruptedException {
    if (cell.middleware().equals(OrderCell.SOAP)) {
      return "bench-" + UUID.randomUUID();
    }
    LocalHost host = placement.host(1); // It has little to do, and nothing while others measure.
    ChildProcess server =
        children.start("registration", host, OrderPrograms.registration(cell, host.address()));
    return PrintedLine.await(server, LISTENING, limit, "before it listened")
        .orElseThrow(
            () ->
                new SystemFailedException(
                    "the registration server of %s does not listen after %s s; see %s"
                        .formatted(cell.cell().scenario(), limit.toSeconds(), server.log())));
  }

  private void await(List<ChildProcess> processes) throws IOException, InterruptedException {
    Duration[] used = new Duration[processes.size()];
    Arrays.fill(used, Duration.ZERO);
    CpuReading before = new CpuReading(Duration.ZERO, List.of(used), CpuReading.ofMachine());
    long start = System.nanoTime();
    boolean isRunning = true;
    while (isRunning) {
      isRunning = false;
      for (int i = 0; i < used.length; i++) {
        ChildProcess process = processes.get(i);
        requireNotFailed(process);
        Duration now = process.cpuTime();
        used[i] = now.compareTo(used[i]) > 0 ? now : used[i];
        isRunning |= process.isAlive() && !process.awaitExit(isRunning ? Duration.ZERO : LOOK);
      }
      if (System.nanoTime() - start > limit.toNanos()) {
        throw new SystemFailedException(
            "%s processes of %s have not ended after %s s; see %s"
                .formatted(cell.allProcesses(), cell.cell().scenario(), limit.toSeconds(), logs));
      }
    }
    for (ChildProcess process : processes) {
      requireNotFailed(process);
    }
    cpu = before.until(new CpuReading(Duration.ZERO, List.of(used), CpuReading.ofMachine()));
  }

  private static void requireNotFailed(ChildProcess process) throws SystemFailedException {
    if (process.exitCode().orElse(0) != 0) {
      throw process.diedUnexpectedly("during the run");
    }
  }
}
