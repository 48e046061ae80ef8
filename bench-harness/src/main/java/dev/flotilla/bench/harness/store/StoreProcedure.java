package dev.flotilla.bench.harness.store;

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
import java.util.function.Function;

/**
 * Makes runs of store presets: a fresh group and a fresh client process for each.
 *
 * <p><b>Thread.</b> The caller's, which waits.
 */
public final class StoreProcedure implements CellProcedure {
  private static final double NANOS_PER_SECOND = 1e9;

  private final String preset;
  private final Function<Cell, SystemUnderTest> store;
  private final Work work;
  private final Laboratory laboratory;

  /** What happens in a run. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does it.
     *
     * @param load puts and gets on a group that serves; clients are not connected yet
     */
    StoreRun run(Cell cell, StoreLoad load) throws IOException, InterruptedException;
  }

  /**
   * A procedure.
   *
   * @param preset the preset's name
   * @param store makes the system of a cell
   */
  public StoreProcedure(
      String preset, Function<Cell, SystemUnderTest> store, Work work, Laboratory laboratory) {
    this.preset = preset;
    this.store = store;
    this.work = work;
    this.laboratory = laboratory;
  }

  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    SystemUnderTest system = store.apply(cell);
    String label = cell.label(repeat, attempt);
    Path data = laboratory.out().makeData(label);
    Path logs = laboratory.out().makeLogs(label);
    laboratory.progress().phase("starting");
    StoreRun run;
    try (RunningSystem running =
        RunningSystem.start(
            system, cell.servers(), Reconnection.DEFAULT, laboratory.placement(), data, logs)) {
      laboratory.progress().phase("measuring");
      run =
          running.whileAllServersRun(
              () -> work.run(cell, new StoreLoad(running, cell.clients(), repeat)));
    }
    laboratory.out().deleteData(label);
    return describe(cell, repeat, system, run);
  }

  /** Valid if every command ended and what was to happen has happened: errors are a result. */
  private RunResult describe(Cell cell, int repeat, SystemUnderTest system, StoreRun run) {
    LoadResult load = run.puts().load();
    return new RunResult(
        preset,
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        run.kills(),
        Mode.PAPER.toString(),
        repeat,
        run.commands(),
        run.isComplete(),
        load.ops(),
        load.errors(),
        load.throughputOpsPerSec(),
        LatencyMicros.of(load.latencies()),
        run.silenceMillis(),
        run.puts().longestWaitMicros().stream().map(StoreProcedure::millis).toList(),
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
