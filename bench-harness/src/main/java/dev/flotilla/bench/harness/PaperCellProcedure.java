package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.List;

/** Makes the runs of the paper's cells and judges whether they are valid. */
final class PaperCellProcedure implements CellProcedure {
  /** A kill by progress that comes earlier or later than this says little about recovery. */
  static final double LEAST_SHARE = 0.1;

  static final double MOST_SHARE = 0.9;

  private static final double NANOS_PER_SECOND = 1e9;

  private final PaperTiming timing;
  private final PaperRuns runs;
  private final IterationSearch search;

  PaperCellProcedure(PaperTiming timing, PaperRuns runs, IterationSearch search) {
    this.timing = timing;
    this.runs = runs;
    this.search = search;
  }

  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    int iterations =
        cell.trigger() == Trigger.PROGRESS
            ? search.iterations(cell.servers(), cell.clients())
            : timing.iterations();
    PaperRuns.Run run = runs.run(cell, cell.label(repeat, attempt), iterations, timing.kills(cell));
    return describe(cell, repeat, run);
  }

  /** Every command has ended, and progress has timed the failures as it should. */
  static boolean isValid(Cell cell, long commands, long ended, List<KillRecord> kills) {
    boolean inTime =
        cell.trigger() == Trigger.CLOCK || kills.stream().allMatch(PaperCellProcedure::isInTime);
    return ended == commands && inTime;
  }

  private static boolean isInTime(KillRecord kill) {
    return !kill.afterEnd()
        && kill.acknowledgedShare() >= LEAST_SHARE
        && kill.acknowledgedShare() <= MOST_SHARE;
  }

  private RunResult describe(Cell cell, int repeat, PaperRuns.Run run) {
    SystemUnderTest system = runs.laboratory().systems().find(cell.system());
    LoadResult load = run.result().load();
    long commands = (long) run.iterations() * cell.clients();
    return new RunResult(
        "paper",
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        run.kills(),
        Mode.PAPER.toString(),
        repeat,
        run.iterations(),
        isValid(cell, commands, run.result().ended(), run.kills()),
        load.ops(),
        load.errors(),
        load.throughputOpsPerSec(),
        LatencyMicros.of(load.latencies()),
        run.silenceMillis(),
        run.result().longestWaitMicros().stream().map(FaultSchedule::millis).toList(),
        run.cpu(),
        load.nanos() / NANOS_PER_SECOND,
        List.of(),
        null,
        run.startedAt().toString(),
        system.durability(),
        system.configuration(),
        runs.laboratory().environment());
  }
}
