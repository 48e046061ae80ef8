package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * A preset that loads a store of Flotilla, whose servers have a fault port unless they run on other
 * hosts; each experiment has five runs, each with a fresh group and a fresh client process.
 */
final class StorePreset {
  private static final String SYSTEM = "flotilla";
  private static final int RUNS = 5;

  private StorePreset() {}

  /**
   * A preset without a report. Servers with a fault port listen on the loopback interface only, so
   * it can use agents only if an experiment does.
   *
   * @param experiments in the order in which they are measured, by whether {@code --quick} is given
   */
  static Preset of(String name, Function<Boolean, List<StoreExperiment>> experiments) {
    return new Preset(
            name,
            plan -> cells(plan, experiments.apply(plan.quick())),
            (plan, laboratory) ->
                (cell, repeat, attempt) ->
                    measure(
                        cell.in(
                            experiments.apply(plan.quick()),
                            experiment -> experiment.cell(cell.system())),
                        cell,
                        repeat,
                        attempt,
                        laboratory))
        .only(SYSTEM, "measures flotilla only, since it changes the links between servers")
        .usesAgents(experiments.apply(false).stream().anyMatch(StoreExperiment::usesAgents))
        .validRuns(RUNS);
  }

  private static List<Cell> cells(ExperimentPlan plan, List<StoreExperiment> experiments) {
    return experiments.stream()
        .filter(experiment -> experiment.isQuick() || !plan.quick())
        .filter(experiment -> experiment.usesAgents() == (plan.agents() > 0))
        .flatMap(experiment -> plan.systems().stream().map(experiment::cell))
        .toList();
  }

  private static RunResult measure(
      StoreExperiment experiment, Cell cell, int repeat, int attempt, Laboratory laboratory)
      throws IOException, InterruptedException {
    SystemUnderTest system = experiment.store().apply(laboratory.systems().find(cell.system()));
    Measurement measured =
        laboratory.run(
            system,
            cell,
            Reconnection.DEFAULT,
            cell.label(repeat, attempt),
            running -> experiment.work().run(new StoreLoad(running, cell.clients(), repeat)));
    return laboratory.result(cell, repeat, system, measured);
  }
}
