package dev.flotilla.bench.harness;

import java.io.IOException;
import java.util.List;

/** A named experiment: a list of cells, and the procedure by which a run of one is made. */
interface Preset {
  /** The name for {@code --preset}. */
  String name();

  /**
   * The cells, in the order in which they are measured.
   *
   * @param plan which systems, and whether only the subset for {@code --quick}
   */
  List<Cell> cells(ExperimentPlan plan);

  /** How many valid runs a cell is to have. */
  int validRuns(ExperimentPlan plan);

  /** The procedure, for one experiment. */
  CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) throws IOException;
}
