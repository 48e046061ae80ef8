package dev.flotilla.bench.harness;

import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.KillRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Makes single runs: a fresh cluster with empty disks and a fresh client process, whose clients
 * wait as ZooKeeper's do before they reconnect; all insert a fixed number of commands, starting at
 * one moment.
 */
final class PaperRuns {
  private final Laboratory laboratory;

  PaperRuns(Laboratory laboratory) {
    this.laboratory = laboratory;
  }

  /**
   * What one run showed.
   *
   * @param startedAt when the workload began
   * @param iterations commands of each client
   * @param result what the clients did
   * @param kills what was killed
   * @param silenceMillis the longest time without any answer
   * @param cpu what it cost
   */
  record Run(
      Instant startedAt,
      int iterations,
      IterationResult result,
      List<KillRecord> kills,
      double silenceMillis,
      CpuSeconds cpu) {}

  Laboratory laboratory() {
    return laboratory;
  }

  /**
   * Makes a run.
   *
   * @param cell which system, how many servers and clients
   * @param label names the directories of logs and data
   * @param iterations commands of each client
   * @param planned the failures to cause
   */
  Run run(Cell cell, String label, int iterations, List<PlannedKill> planned)
      throws IOException, InterruptedException {
    SystemUnderTest system = laboratory.systems().find(cell.system());
    OutputDirectory out = laboratory.out();
    Run run;
    laboratory.progress().phase("starting");
    try (RunningSystem running =
        RunningSystem.start(
            system,
            cell.servers(),
            Reconnection.ZOOKEEPER,
            laboratory.placement(),
            out.makeData(label),
            out.makeLogs(label))) {
      run =
          running.whileAllServersRun(
              () -> {
                running.clients().connect(cell.clients());
                laboratory.progress().phase("measuring");
                return measure(running, iterations, cell.clients(), planned);
              });
    }
    out.deleteData(label);
    return run;
  }

  private static Run measure(
      RunningSystem running, int iterations, int clients, List<PlannedKill> planned)
      throws IOException, InterruptedException {
    FaultSchedule faults =
        new FaultSchedule(running.cluster(), planned, (long) iterations * clients);
    Instant startedAt = Instant.now();
    CpuReading before = running.cpu();
    IterationResult result =
        running
            .clients()
            .iterate(
                iterations,
                BenchmarkPlan.TRIM,
                (acknowledged, sinceStart) -> {
                  running.cluster().servers().requireHosts();
                  faults.progressed(acknowledged, sinceStart);
                });
    CpuSeconds cpu = before.until(running.cpu());
    return new Run(
        startedAt, iterations, result, faults.records(result), faults.silenceMillis(result), cpu);
  }
}
