package dev.flotilla.bench.harness;

import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.Placement;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Measures the cells of a preset, round by round: each round makes one valid run of every cell, so
 * that a slow hour of the machine hits all of them.
 *
 * <p>What earlier results hold is not measured again. An invalid run is recorded and repeated, at
 * most {@value #MAX_ATTEMPTS} attempts in all.
 *
 * <p><b>Thread.</b> Everything happens on the thread that calls {@link #run}.
 */
final class Experiment {
  static final int MAX_ATTEMPTS = 3;

  /** So many runs in a row that fail in all attempts are no accident of a busy machine. */
  static final int MAX_FAILED_IN_A_ROW = 3;

  private final List<Cell> cells;
  private final int validRuns;
  private final OutputDirectory out;
  private final List<RunResult> results;
  private final Preset.Need need;
  private final List<LostRun> lost = new ArrayList<>();
  private final Set<Cell> skipped = new LinkedHashSet<>();
  private int failedInARow;

  /**
   * Prepares an experiment.
   *
   * @param cells what to measure
   * @param validRuns how many valid runs each cell is to have
   * @param out where results go
   * @param earlier results of the same experiment, from before an interruption
   * @param need which of the missing runs are made
   */
  Experiment(
      List<Cell> cells,
      int validRuns,
      OutputDirectory out,
      List<RunResult> earlier,
      Preset.Need need) {
    this.cells = List.copyOf(cells);
    this.validRuns = validRuns;
    this.out = out;
    this.results = new ArrayList<>(earlier);
    this.need = need;
  }

  /**
   * Measures what is missing; each result is on disk before the next run begins. A run that loses a
   * host, or whose system fails, is recorded as lost and repeated; a cell that needs more hosts
   * than are left is skipped.
   *
   * @throws SystemFailedException if all attempts of {@value #MAX_FAILED_IN_A_ROW} runs in a row
   *     fail
   */
  void run(CellProcedure procedure, Placement placement, Progress progress)
      throws IOException, InterruptedException {
    for (int repeat = 1; repeat <= validRuns; repeat++) {
      for (Cell cell : cells) {
        if (isMissing(cell, repeat)) {
          run(cell, repeat, procedure, placement, progress);
        }
      }
    }
  }

  private void run(
      Cell cell, int repeat, CellProcedure procedure, Placement placement, Progress progress)
      throws IOException, InterruptedException {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      if (!placement.isEnoughFor(procedure.hosts(cell) - 1)) {
        skipped.add(cell);
        return;
      }
      progress.session(cell.words());
      try {
        RunResult result = procedure.measure(cell, repeat, attempt);
        failedInARow = 0;
        results.add(result);
        out.append(result);
        progress.finished(result);
        if (result.valid()) {
          return;
        }
      } catch (HostLostException e) {
        lose(cell, repeat, attempt, e, progress);
      } catch (SystemFailedException e) {
        lose(cell, repeat, attempt, e, progress);
        failedInARow += attempt == MAX_ATTEMPTS ? 1 : 0;
        if (failedInARow == MAX_FAILED_IN_A_ROW) {
          throw e;
        }
      }
    }
  }

  private void lose(Cell cell, int repeat, int attempt, IOException why, Progress progress)
      throws IOException {
    LostRun run =
        new LostRun(
            "%s, repeat %s, attempt %s".formatted(cell.words(), repeat, attempt),
            cell.servers(),
            String.valueOf(why.getMessage()));
    lost.add(run);
    out.append(LostRun.FILE, run);
    progress.lost(run);
  }

  /** Runs of this call that lost a host, or whose system failed. */
  List<LostRun> lost() {
    return List.copyOf(lost);
  }

  /** Cells that were skipped because too few hosts were left. */
  List<Cell> skipped() {
    return List.copyOf(skipped);
  }

  private boolean isMissing(Cell cell, int repeat) {
    return !isFinished(cell, repeat) && need.isNeeded(cell, repeat, results());
  }

  private boolean isFinished(Cell cell, int repeat) {
    return results.stream()
        .anyMatch(result -> result.valid() && result.repeat() == repeat && cell.holds(result));
  }

  /** How many valid runs are missing. */
  int missing() {
    int missing = 0;
    for (int repeat = 1; repeat <= validRuns; repeat++) {
      for (Cell cell : cells) {
        missing += isMissing(cell, repeat) ? 1 : 0;
      }
    }
    return missing;
  }

  /** All results so far, earlier and invalid ones included. */
  List<RunResult> results() {
    return List.copyOf(results);
  }
}
