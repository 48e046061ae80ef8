package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.harness.Scenario;
import dev.flotilla.bench.harness.Trigger;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One experiment on a store: a cell with 10 clients.
 *
 * @param label its name in the results
 * @param servers how many servers run
 * @param isQuick whether {@code --quick} measures it
 * @param usesAgents whether its servers run on other hosts; otherwise on this machine
 * @param store makes the store of a system
 * @param work what happens in a run
 */
record StoreExperiment(
    String label,
    int servers,
    boolean isQuick,
    boolean usesAgents,
    UnaryOperator<SystemUnderTest> store,
    Work work) {
  private static final int CLIENTS = 10;

  /** What happens in a run. */
  @FunctionalInterface
  interface Work {
    /** Does it with a group that serves; clients are not connected yet. */
    Measurement run(StoreLoad load) throws IOException, InterruptedException;
  }

  /** The same on another store. */
  StoreExperiment on(UnaryOperator<SystemUnderTest> other) {
    return new StoreExperiment(label, servers, isQuick, usesAgents, other, work);
  }

  Cell cell(String system) {
    return cell(system, servers, label);
  }

  private static Cell cell(String system, int servers, String label) {
    return new Cell(system, servers, CLIENTS, Scenario.named(label), Trigger.NONE);
  }

  /** The valid runs of an experiment. */
  static Repeats repeats(int servers, String label, List<RunResult> results) {
    return Repeats.of(results, run -> cell(run.system(), servers, label).holds(run));
  }
}
