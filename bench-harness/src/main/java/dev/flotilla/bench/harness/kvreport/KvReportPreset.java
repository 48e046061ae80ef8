package dev.flotilla.bench.harness.kvreport;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.Trigger;
import dev.flotilla.bench.harness.flotilla.StoreSystem;
import dev.flotilla.bench.harness.store.StoreProcedure;
import dev.flotilla.bench.result.RunResult;
import dev.flotilla.raft.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The experiments of a report on a key-value store on Raft: 5, 9 and 15 servers on one host, values
 * of 10 to 100,000 bytes, killed servers, a leader that is cut off, and links that lose and delay
 * messages.
 *
 * <p>It measures Flotilla only, with the report's election timeout and heartbeat.
 *
 * <p><b>Thread.</b> Any thread: it has no state.
 */
public final class KvReportPreset implements Preset {
  static final String NAME = "kv-report";
  static final int CLIENTS = 10;

  /** The report's: 1,000 to 1,500 ms, and a heartbeat of 18 ms. */
  static final Timing TIMING = new Timing(1_000, 1_500, 18);

  private static final String SYSTEM = "flotilla";
  private static final int RUNS = 5;

  private final KvReportSettings whole;
  private final KvReportSettings quick;
  private final UnaryOperator<SystemUnderTest> store;

  /** The preset of this checkout. */
  public KvReportPreset() {
    this(
        KvReportSettings.WHOLE,
        KvReportSettings.QUICK,
        flotilla -> StoreSystem.keyValue(flotilla, TIMING));
  }

  KvReportPreset(
      KvReportSettings whole, KvReportSettings quick, UnaryOperator<SystemUnderTest> store) {
    this.whole = whole;
    this.quick = quick;
    this.store = store;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> systems(List<String> asked) {
    if (!asked.contains(SYSTEM)) {
      throw new IllegalArgumentException(
          "--systems names %s; --preset %s measures %s only, since it changes the links between"
                  .formatted(String.join(", ", asked), NAME, SYSTEM)
              + " servers");
    }
    return List.of(SYSTEM);
  }

  /** Servers with a fault port listen on the loopback interface only. */
  @Override
  public boolean usesAgents() {
    return false;
  }

  @Override
  public int validRuns(ExperimentPlan plan) {
    return plan.quick() ? 1 : RUNS;
  }

  @Override
  public List<Cell> cells(ExperimentPlan plan) {
    List<Cell> cells = new ArrayList<>();
    for (KvExperiment experiment : KvExperiment.all()) {
      if (experiment.isQuick() || !plan.quick()) {
        plan.systems().forEach(system -> cells.add(cell(system, experiment)));
      }
    }
    return cells;
  }

  static Cell cell(String system, KvExperiment experiment) {
    return new Cell(system, experiment.servers(), CLIENTS, experiment.scenario(), Trigger.NONE);
  }

  /** The experiment of a cell. */
  static KvExperiment experiment(Cell cell) {
    return KvExperiment.all().stream()
        .filter(experiment -> cell(cell.system(), experiment).equals(cell))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no experiment %s with %s servers; begin a new one"
                        .formatted(NAME, cell.scenario(), cell.servers())));
  }

  @Override
  public String report(ExperimentPlan plan, List<RunResult> results) {
    return new KvReportTables(plan, results).markdown();
  }

  @Override
  public CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) {
    KvReportSettings settings = plan.quick() ? quick : whole;
    return new StoreProcedure(
        NAME,
        cell -> store.apply(laboratory.systems().find(cell.system())),
        (cell, load) -> new KvReportWork(experiment(cell), settings, load).run(),
        laboratory);
  }
}
