package dev.flotilla.bench.harness.kvreport;

import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Mode;
import dev.flotilla.bench.harness.RunningSystem;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Makes the runs of the report's experiments: a fresh group and a fresh client process for each.
 */
final class KvReportProcedure implements CellProcedure {
  private static final double NANOS_PER_SECOND = 1e9;

  private final KvReportSettings settings;
  private final UnaryOperator<SystemUnderTest> store;
  private final Laboratory laboratory;

  /**
   * A procedure.
   *
   * @param store makes the key-value store of a system
   */
  KvReportProcedure(
      KvReportSettings settings, UnaryOperator<SystemUnderTest> store, Laboratory laboratory) {
    this.settings = settings;
    this.store = store;
    this.laboratory = laboratory;
  }

  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    KvExperiment experiment = KvReportPreset.experiment(cell);
    SystemUnderTest system = store.apply(laboratory.systems().find(cell.system()));
    String label = cell.label(repeat, attempt);
    Path data = laboratory.out().makeData(label);
    Path logs = laboratory.out().makeLogs(label);
    laboratory.progress().phase("starting");
    KvRun run;
    try (RunningSystem running =
        RunningSystem.start(system, cell.servers(), Reconnection.DEFAULT, data, logs)) {
      laboratory.progress().phase("measuring");
      run = new KvRunner(running, experiment, settings, cell.clients(), repeat).run();
      running.requireAllServers();
    }
    laboratory.out().deleteData(label);
    return describe(cell, repeat, system, run);
  }

  /** Valid if every command ended and what was to happen has happened: errors are a result. */
  private RunResult describe(Cell cell, int repeat, SystemUnderTest system, KvRun run) {
    LoadResult load = run.puts().load();
    return new RunResult(
        KvReportPreset.NAME,
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        run.kills(),
        Mode.PAPER.toString(),
        repeat,
        run.commands(),
        run.isComplete() && run.puts().ended() == (long) run.commands() * cell.clients(),
        load.ops(),
        load.errors(),
        load.throughputOpsPerSec(),
        LatencyMicros.of(load.latencies()),
        run.silenceMillis(),
        run.puts().longestWaitMicros().stream().map(KvReportProcedure::millis).toList(),
        run.cpu(),
        load.nanos() / NANOS_PER_SECOND,
        List.of(),
        null,
        run.startedAt().toString(),
        system.durability(),
        system.configuration(),
        laboratory.environment(),
        run.figures());
  }

  private static double millis(long micros) {
    return TimeUnit.MICROSECONDS.toMillis(micros);
  }
}
