package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.List;

/** A named experiment: a list of cells, and the procedure by which a run of one is made. */
public interface Preset {
  /** The name for {@code --preset}. */
  String name();

  /**
   * The systems that the preset measures.
   *
   * @param asked those of {@code --systems}, or its default
   * @throws IllegalArgumentException if it can measure none of them
   */
  default List<String> systems(List<String> asked) {
    return asked;
  }

  /**
   * The cells, in the order in which they are measured.
   *
   * @param plan which systems, and whether only the subset for {@code --quick}
   */
  List<Cell> cells(ExperimentPlan plan);

  /** How many valid runs a cell is to have. */
  int validRuns(ExperimentPlan plan);

  /**
   * Whether a run of a cell that has none yet is to be made, after those that were made before.
   *
   * @param repeat which of the cell's valid runs it would be, from 1
   * @param results of the experiment so far
   */
  default boolean isNeeded(Cell cell, int repeat, List<RunResult> results) {
    return true;
  }

  /** Whether its servers can run on other hosts. */
  default boolean usesAgents() {
    return true;
  }

  /**
   * The sections of its report, the same for Markdown and HTML; none if it has none of its own or
   * nothing was measured.
   *
   * @param results all recorded runs, those that are not valid included
   */
  default List<Section> sections(List<RunResult> results) {
    return List.of();
  }

  /** The results as Markdown. */
  default String report(ExperimentPlan plan, List<RunResult> results) {
    List<Section> sections = sections(results);
    return sections.isEmpty()
        ? new ExperimentReport(plan, cells(plan), results).markdown(measured -> List.of())
        : SectionReport.markdown(plan, sections, results);
  }

  /** The procedure, for one experiment. */
  CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) throws IOException;
}
