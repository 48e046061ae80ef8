package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.RunResult;
import java.io.IOException;

/** How one run of a preset's cells is made. */
@FunctionalInterface
public interface CellProcedure {
  /** How many hosts a run of a cell needs; by default one for each server and one for clients. */
  default int hosts(Cell cell) {
    return cell.servers() + 1;
  }

  /**
   * Makes one run.
   *
   * @param cell what to measure
   * @param repeat which of the cell's valid runs this is to be, from 1
   * @param attempt how often this has been tried, from 1
   * @return the result, which may be invalid
   * @throws dev.flotilla.bench.SystemFailedException if a server or the client process dies that
   *     should not
   */
  RunResult measure(Cell cell, int repeat, int attempt) throws IOException, InterruptedException;
}
