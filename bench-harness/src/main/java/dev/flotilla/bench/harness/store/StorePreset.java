package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.Trigger;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.result.RunResult;
import java.util.List;

/**
 * A preset that loads a store of Flotilla, whose servers have a fault port unless they run on other
 * hosts; each experiment is one cell with 10 clients and five runs.
 *
 * <p><b>Thread.</b> Any thread: it has no state.
 *
 * @param <E> its experiments
 */
public abstract class StorePreset<E extends StoreExperiment> implements Preset {
  private static final String SYSTEM = "flotilla";
  private static final int CLIENTS = 10;
  private static final int RUNS = 5;

  private final String name;
  private final List<E> experiments;

  /**
   * A preset.
   *
   * @param name for {@code --preset}
   * @param experiments in the order in which they are measured
   */
  protected StorePreset(String name, List<E> experiments) {
    this.name = name;
    this.experiments = List.copyOf(experiments);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<String> systems(List<String> asked) {
    if (!asked.contains(SYSTEM)) {
      throw new IllegalArgumentException(
          "--systems names %s; --preset %s measures %s only, since it changes the links between"
                  .formatted(String.join(", ", asked), name, SYSTEM)
              + " servers");
    }
    return List.of(SYSTEM);
  }

  /**
   * Whether an experiment does; servers with a fault port listen on the loopback interface only.
   */
  @Override
  public final boolean usesAgents() {
    return experiments.stream().anyMatch(StoreExperiment::usesAgents);
  }

  @Override
  public final int validRuns(ExperimentPlan plan) {
    return plan.quick() ? 1 : RUNS;
  }

  @Override
  public final List<Cell> cells(ExperimentPlan plan) {
    return experiments.stream()
        .filter(experiment -> experiment.isQuick() || !plan.quick())
        .filter(experiment -> experiment.usesAgents() == (plan.agents() > 0))
        .flatMap(experiment -> plan.systems().stream().map(system -> cell(system, experiment)))
        .toList();
  }

  /** The valid runs of an experiment. */
  public static Repeats repeats(StoreExperiment experiment, List<RunResult> results) {
    return Repeats.of(results, run -> cell(run.system(), experiment).holds(run));
  }

  /** The cell of an experiment. */
  public static Cell cell(String system, StoreExperiment experiment) {
    return new Cell(system, experiment.servers(), CLIENTS, experiment.scenario(), Trigger.NONE);
  }

  /**
   * The experiment of a cell.
   *
   * @throws IllegalArgumentException if there is none
   */
  public final E experiment(Cell cell) {
    return experiments.stream()
        .filter(experiment -> cell(cell.system(), experiment).equals(cell))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no experiment %s with %s servers; begin a new one"
                        .formatted(name, cell.scenario(), cell.servers())));
  }
}
