package dev.flotilla.bench.harness;

import dev.flotilla.bench.Placement;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.result.Environment;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.List;

/**
 * What a procedure works with.
 *
 * @param preset the preset's name; empty for none
 * @param systems the systems by their names
 * @param out where data, logs and results go
 * @param placement where the servers of each run are
 * @param environment where this runs
 * @param progress tells the person who waits
 */
public record Laboratory(
    String preset,
    SystemCatalog systems,
    OutputDirectory out,
    Placement placement,
    Environment environment,
    Progress progress) {

  /** What is done with a fresh cluster and its client process. */
  @FunctionalInterface
  public interface Work {
    /** Does it; clients are not connected yet. */
    Measurement run(RunningSystem running) throws IOException, InterruptedException;
  }

  /**
   * Makes a run with a fresh cluster and a fresh client process.
   *
   * @param label names the directories of logs and data; data stay if the run fails
   */
  public Measurement run(
      SystemUnderTest system, Cell cell, Reconnection reconnection, String label, Work work)
      throws IOException, InterruptedException {
    return run(system, cell, reconnection, label, RunningSystem.ONE_PROCESS, work);
  }

  /**
   * Makes a run with a fresh cluster and fresh client processes.
   *
   * @param clients the names of the processes
   */
  Measurement run(
      SystemUnderTest system,
      Cell cell,
      Reconnection reconnection,
      String label,
      List<String> clients,
      Work work)
      throws IOException, InterruptedException {
    progress.phase("starting");
    Measurement measured;
    try (RunningSystem running =
        RunningSystem.start(system, cell.servers(), reconnection, placement, out, label, clients)) {
      progress.phase("measuring");
      measured = running.whileAllServersRun(() -> work.run(running));
    }
    out.deleteData(label);
    return measured;
  }

  /** The result of a run. */
  public RunResult result(Cell cell, int repeat, SystemUnderTest system, Measurement measured) {
    return result(cell, repeat, measured, system.durability(), system.configuration());
  }

  /**
   * The result of a run that measured something else than a system.
   *
   * @param durability what had reached the disk at an answer
   * @param configuration its settings
   */
  public RunResult result(
      Cell cell, int repeat, Measurement measured, String durability, String configuration) {
    return measured.result(preset, cell, repeat, durability, configuration, environment);
  }
}
