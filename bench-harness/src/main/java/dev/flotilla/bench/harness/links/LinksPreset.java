package dev.flotilla.bench.harness.links;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.flotilla.GroupChanges;
import dev.flotilla.bench.harness.flotilla.StoreReads;
import dev.flotilla.bench.harness.flotilla.StoreSystem;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.store.StorePreset;
import dev.flotilla.bench.harness.store.StoreProcedure;
import dev.flotilla.bench.result.RunResult;
import dev.flotilla.raft.options.Timing;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What the 2014 paper leaves for later: its state machines beside each other, links that fail in
 * one direction or in part, loss, delay, changes of the group under load, and ways to read.
 *
 * <p>It measures Flotilla only, with its default election timeout and heartbeat.
 *
 * <p><b>Thread.</b> Any thread: it has no state.
 */
public final class LinksPreset extends StorePreset<LinksExperiment> {
  static final String NAME = "links";

  private static final int COMMANDS = 1_000;
  private static final int QUICK_COMMANDS = 100;
  private static final int LEASE_DRIFT_PER_MILLE = 10;

  private final BiFunction<SystemUnderTest, LinksExperiment, SystemUnderTest> store;
  private final LinksWork.Operator operator;

  /** The preset of this checkout. */
  public LinksPreset() {
    this(LinksPreset::storeOf, GroupChanges::of);
  }

  LinksPreset(
      BiFunction<SystemUnderTest, LinksExperiment, SystemUnderTest> store,
      LinksWork.Operator operator) {
    super(NAME, LinksExperiment.all());
    this.store = store;
    this.operator = operator;
  }

  private static SystemUnderTest storeOf(SystemUnderTest flotilla, LinksExperiment experiment) {
    StoreSystem system =
        StoreSystem.keyValue(flotilla, Timing.DEFAULT).withMachine(experiment.machine());
    return switch (experiment.kind()) {
      case LEASE_READS -> system.withLeaseReads(LEASE_DRIFT_PER_MILLE);
      case BOUNDED_READS -> system.withReads(StoreReads.BOUNDED);
      case LOCAL_READS -> system.withReads(StoreReads.LOCAL);
      case MEMBERS -> system.withJoining(1);
      default -> system;
    };
  }

  @Override
  public List<Section> sections(List<RunResult> results) {
    return new LinksSections(results).all();
  }

  @Override
  public CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) {
    int commands = plan.quick() ? QUICK_COMMANDS : COMMANDS;
    return new StoreProcedure(
        NAME,
        cell -> store.apply(laboratory.systems().find(cell.system()), experiment(cell)),
        (cell, load) -> new LinksWork(experiment(cell), commands, operator, load).run(),
        laboratory);
  }
}
