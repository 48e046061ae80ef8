package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A named experiment: its cells, the procedure by which a run of one is made, and its report.
 *
 * <p><b>Thread.</b> Any, once it is configured: it does not change then.
 */
public final class Preset {
  static final Need ALWAYS = (cell, repeat, results) -> true;

  private final String name;
  private final Function<ExperimentPlan, List<Cell>> cells;
  private final Procedures procedures;
  private String only = "";
  private String reason = "";
  private int validRuns = 1;
  private boolean usesAgents = true;
  private Need need = ALWAYS;
  private Function<List<RunResult>, List<Section>> sections = results -> List.of();
  private Function<List<RunResult>, List<Section>> conclusions = results -> List.of();

  /** Makes the procedure of one experiment. */
  @FunctionalInterface
  public interface Procedures {
    /** The procedure. */
    CellProcedure of(ExperimentPlan plan, Laboratory laboratory) throws IOException;
  }

  /** Decides whether a run of a cell that has none yet is made, after those made before. */
  @FunctionalInterface
  public interface Need {
    /**
     * Whether it is.
     *
     * @param repeat which of the cell's valid runs it would be, from 1
     * @param results of the experiment so far
     */
    boolean isNeeded(Cell cell, int repeat, List<RunResult> results);
  }

  /**
   * A preset for all systems and hosts, with one valid run of each cell.
   *
   * @param name for {@code --preset}
   * @param cells in the order in which they are measured
   */
  public Preset(String name, Function<ExperimentPlan, List<Cell>> cells, Procedures procedures) {
    this.name = name;
    this.cells = cells;
    this.procedures = procedures;
  }

  /**
   * Measures one system only.
   *
   * @param why the refusal of a user who asks for others only
   */
  public Preset only(String system, String why) {
    only = system;
    reason = why;
    return this;
  }

  /** Each cell is to have so many valid runs, but one with {@code --quick}. */
  public Preset validRuns(int runs) {
    validRuns = runs;
    return this;
  }

  /** Its servers can run on other hosts only if that is true. */
  public Preset usesAgents(boolean does) {
    usesAgents = does;
    return this;
  }

  /** Makes those runs only that are needed. */
  public Preset need(Need needed) {
    need = needed;
    return this;
  }

  /**
   * Has a report of its own, the same for Markdown and HTML.
   *
   * @param made of all recorded runs, those that are not valid included; none if nothing is to show
   */
  public Preset sections(Function<List<RunResult>, List<Section>> made) {
    sections = made;
    return this;
  }

  /** Has sections behind the tables of its cells in Markdown, made of at least one run. */
  public Preset conclusions(Function<List<RunResult>, List<Section>> made) {
    conclusions = made;
    return this;
  }

  /** The name for {@code --preset}. */
  public String name() {
    return name;
  }

  /**
   * The systems that the preset measures.
   *
   * @param asked those of {@code --systems}, or its default
   * @throws IllegalArgumentException if it can measure none of them
   */
  public List<String> systems(List<String> asked) {
    if (only.isEmpty()) {
      return asked;
    }
    if (!asked.contains(only)) {
      throw new IllegalArgumentException(
          "--systems names %s; --preset %s %s".formatted(String.join(", ", asked), name, reason));
    }
    return List.of(only);
  }

  /**
   * The cells, in the order in which they are measured.
   *
   * @param plan which systems, and whether only the subset for {@code --quick}
   */
  public List<Cell> cells(ExperimentPlan plan) {
    return cells.apply(plan);
  }

  /** How many valid runs a cell is to have. */
  public int validRuns(ExperimentPlan plan) {
    return plan.quick() ? 1 : validRuns;
  }

  /** Whether a missing run is to be made. */
  public boolean isNeeded(Cell cell, int repeat, List<RunResult> results) {
    return need.isNeeded(cell, repeat, results);
  }

  /** Whether its servers can run on other hosts. */
  public boolean usesAgents() {
    return usesAgents;
  }

  /** The sections of its report; none if it has none of its own or nothing was measured. */
  public List<Section> sections(List<RunResult> results) {
    return sections.apply(results);
  }

  /** The results as Markdown. */
  public String report(ExperimentPlan plan, List<RunResult> results) {
    List<Section> own = sections(results);
    return own.isEmpty()
        ? new ExperimentReport(plan, cells(plan), results).markdown(conclusions)
        : own.stream().map(Section::markdown).collect(Collectors.joining())
            + Section.SPREAD
            + "\n\n"
            + Report.footer(plan.systems(), results);
  }

  /** The procedure, for one experiment. */
  public CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) throws IOException {
    return procedures.of(plan, laboratory);
  }
}
