package dev.flotilla.bench.harness;

import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.List;

/**
 * Makes the runs of the paper's cells and judges whether they are valid. Clients wait as
 * ZooKeeper's do before they reconnect; all insert a fixed number of commands, starting at one
 * moment.
 */
final class PaperProcedure implements CellProcedure {
  /** A kill by progress that comes earlier or later than this says little about recovery. */
  static final double LEAST_SHARE = 0.1;

  static final double MOST_SHARE = 0.9;

  private final PaperTiming timing;
  private final Laboratory laboratory;
  private final IterationSearch search;

  /**
   * A procedure for one experiment.
   *
   * @throws IOException if what was found before cannot be read
   */
  PaperProcedure(List<String> systems, PaperTiming timing, Laboratory laboratory)
      throws IOException {
    this.timing = timing;
    this.laboratory = laboratory;
    this.search = new IterationSearch(systems, timing, this::run, laboratory);
  }

  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    int iterations =
        cell.trigger() == Trigger.PROGRESS
            ? search.iterations(cell.servers(), cell.clients())
            : timing.iterations();
    Measurement measured = run(cell, cell.label(repeat, attempt), iterations, timing.kills(cell));
    long commands = (long) iterations * cell.clients();
    return laboratory.result(
        cell,
        repeat,
        system(cell),
        measured.valid(isValid(cell, commands, measured.ended(), measured.kills())));
  }

  private SystemUnderTest system(Cell cell) {
    return laboratory.systems().find(cell.system());
  }

  /** With empty disks and a fresh client process. */
  private Measurement run(Cell cell, String label, int iterations, List<PlannedKill> planned)
      throws IOException, InterruptedException {
    return laboratory.run(
        system(cell),
        cell,
        Reconnection.ZOOKEEPER,
        label,
        running -> {
          running.connect(cell.clients());
          return FaultSchedule.measure(
              running,
              planned,
              iterations,
              cell.clients(),
              (clients, observer) -> clients.iterate(iterations, BenchmarkPlan.TRIM, observer));
        });
  }

  /** Every command has ended, and progress has timed the failures as it should. */
  static boolean isValid(Cell cell, long commands, long ended, List<KillRecord> kills) {
    boolean inTime =
        cell.trigger() == Trigger.CLOCK || kills.stream().allMatch(PaperProcedure::isInTime);
    return ended == commands && inTime;
  }

  private static boolean isInTime(KillRecord kill) {
    return !kill.afterEnd()
        && kill.acknowledgedShare() >= LEAST_SHARE
        && kill.acknowledgedShare() <= MOST_SHARE;
  }
}
