package dev.flotilla.bench.harness.histories;

import dev.flotilla.bench.DataLostException;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.Role;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.CpuReading;
import dev.flotilla.bench.harness.FaultSchedule;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Mode;
import dev.flotilla.bench.harness.PlannedKill;
import dev.flotilla.bench.harness.RunningSystem;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Records the histories: each of a fresh cluster whose servers are killed as progress tells. */
final class HistoriesProcedure implements CellProcedure {
  /** Reads that were answered. */
  static final String READS = "reads";

  /** Acknowledged commands that a later read did not find. */
  static final String LOST = "lost";

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SHARE_STEP = 1.0 / 3;

  private final int commands;
  private final Laboratory laboratory;

  /**
   * A procedure.
   *
   * @param commands of each client that inserts
   */
  HistoriesProcedure(int commands, Laboratory laboratory) {
    this.commands = commands;
    this.laboratory = laboratory;
  }

  private record Recorded(
      Instant startedAt, IterationResult result, FaultSchedule faults, CpuSeconds cpu) {}

  /**
   * {@inheritDoc}
   *
   * @throws DataLostException also if an acknowledged command was lost; the history and the
   *     servers' data are left as they are
   */
  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    SystemUnderTest system = laboratory.systems().find(cell.system());
    String label = cell.label(repeat, attempt);
    Path history = laboratory.out().makeDirectory("histories").resolve(label + ".jsonl");
    Path data = laboratory.out().makeData(label);
    Path logs = laboratory.out().makeLogs(label);
    laboratory.progress().phase("starting");
    Recorded recorded;
    List<KillRecord> kills;
    try (RunningSystem running =
        RunningSystem.start(
            system, cell.servers(), Reconnection.DEFAULT, laboratory.placement(), data, logs)) {
      laboratory.progress().phase("recording");
      recorded = running.whileAllServersRun(() -> record(running, cell, history));
      kills = recorded.faults().records(recorded.result());
    }
    HistoryScan scan = HistoryScan.of(history);
    if (!scan.lost().isEmpty()) {
      throw new DataLostException(
          "%s acknowledged commands are lost, the first is %s; see %s and %s"
              .formatted(scan.lost().size(), scan.lost().get(0), history, data));
    }
    laboratory.out().deleteData(label);
    return describe(cell, repeat, system, recorded, kills, scan);
  }

  private Recorded record(RunningSystem running, Cell cell, Path history)
      throws IOException, InterruptedException {
    running.clients().connect(cell.clients() + HistoriesPreset.READERS);
    FaultSchedule faults =
        new FaultSchedule(running.cluster(), kills(cell), (long) commands * cell.clients());
    Instant startedAt = Instant.now();
    CpuReading before = running.cpu();
    IterationResult result =
        running.clients().record(commands, HistoriesPreset.READERS, history, faults);
    return new Recorded(startedAt, result, faults, before.until(running.cpu()));
  }

  private static List<PlannedKill> kills(Cell cell) {
    List<PlannedKill> kills = new ArrayList<>();
    for (Role role : cell.scenario().victims()) {
      double share = SHARE_STEP * (kills.size() + 1);
      kills.add(new PlannedKill(role, cell.trigger(), Duration.ZERO, share));
    }
    return kills;
  }

  /** Valid if every command ended and every kill hit the workload. */
  private RunResult describe(
      Cell cell,
      int repeat,
      SystemUnderTest system,
      Recorded recorded,
      List<KillRecord> kills,
      HistoryScan scan) {
    IterationResult result = recorded.result();
    LoadResult load = result.load();
    boolean allEnded = result.ended() == (long) commands * cell.clients();
    return new RunResult(
        HistoriesPreset.NAME,
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        kills,
        Mode.PAPER.toString(),
        repeat,
        commands,
        allEnded && kills.stream().noneMatch(KillRecord::afterEnd),
        load.ops(),
        load.errors(),
        load.throughputOpsPerSec(),
        LatencyMicros.of(load.latencies()),
        recorded.faults().silenceMillis(result),
        result.longestWaitMicros().stream().map(FaultSchedule::millis).toList(),
        recorded.cpu(),
        load.nanos() / NANOS_PER_SECOND,
        List.of(),
        null,
        recorded.startedAt().toString(),
        system.durability(),
        system.configuration(),
        laboratory.environment(),
        Map.of(READS, (double) scan.reads(), LOST, (double) scan.lost().size()));
  }
}
