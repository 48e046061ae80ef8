package dev.flotilla.bench.harness.kvreport;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.flotilla.KeyValueSystem;
import dev.flotilla.bench.harness.flotilla.StoreReads;
import dev.flotilla.bench.harness.flotilla.StoreSystem;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.store.StorePreset;
import dev.flotilla.bench.harness.store.StoreProcedure;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The experiments of a report on a key-value store on Raft: 5, 9 and 15 servers on one host, values
 * of 10 to 100,000 bytes, killed servers, a leader that is cut off, and links that lose and delay
 * messages. With agents, 5, 9 and 15 servers on other hosts instead.
 *
 * <p>It measures Flotilla only, with the report's election timeout and heartbeat; gets ask any
 * server, which may be behind, as the report's do.
 *
 * <p><b>Thread.</b> Any thread: it has no state.
 */
public final class KvReportPreset extends StorePreset<KvExperiment> {
  static final String NAME = "kv-report";

  private final KvReportSettings whole;
  private final KvReportSettings quick;
  private final BiFunction<SystemUnderTest, KvExperiment, SystemUnderTest> store;

  /** The preset of this checkout. */
  public KvReportPreset() {
    this(KvReportSettings.WHOLE, KvReportSettings.QUICK, KvReportPreset::storeOf);
  }

  KvReportPreset(
      KvReportSettings whole,
      KvReportSettings quick,
      BiFunction<SystemUnderTest, KvExperiment, SystemUnderTest> store) {
    super(NAME, KvExperiment.all());
    this.whole = whole;
    this.quick = quick;
    this.store = store;
  }

  private static SystemUnderTest storeOf(SystemUnderTest flotilla, KvExperiment experiment) {
    return experiment.usesAgents()
        ? new KeyValueSystem(flotilla)
        : StoreSystem.keyValue(flotilla, KeyValueSystem.TIMING).withReads(StoreReads.LOCAL);
  }

  @Override
  public List<Section> sections(List<RunResult> results) {
    return new KvReportSections(results).all();
  }

  @Override
  public CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) {
    KvReportSettings settings = plan.quick() ? quick : whole;
    return new StoreProcedure(
        NAME,
        cell -> store.apply(laboratory.systems().find(cell.system()), experiment(cell)),
        (cell, load) -> new KvReportWork(experiment(cell), settings, load).run(),
        laboratory);
  }
}
