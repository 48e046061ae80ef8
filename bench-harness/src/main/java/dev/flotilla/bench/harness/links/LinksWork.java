package dev.flotilla.bench.harness.links;

import dev.flotilla.bench.harness.faults.LeaderCut;
import dev.flotilla.bench.harness.flotilla.GroupActions;
import dev.flotilla.bench.harness.store.ProgressSteps;
import dev.flotilla.bench.harness.store.StoreLoad;
import dev.flotilla.bench.harness.store.StoreRun;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** What happens in one run of an experiment of the preset. */
final class LinksWork {
  /** How long it took until the server voted that was added. */
  static final String ADD_MILLIS = "addMillis";

  /** How long it took until the server was no member any more. */
  static final String REMOVE_MILLIS = "removeMillis";

  private static final int VALUE_BYTES = 100;

  /** So large that the snapshots of 1,000 keys have 10 MB. */
  private static final int SNAPSHOT_VALUE_BYTES = 10_000;

  private final LinksExperiment experiment;
  private final int commands;
  private final Operator operator;
  private final StoreLoad load;

  /** Finds the group that runs, to change it. */
  @FunctionalInterface
  interface Operator {
    GroupActions of(String connection) throws IOException;
  }

  /**
   * The work of one run.
   *
   * @param commands puts of each client, and gets
   */
  LinksWork(LinksExperiment experiment, int commands, Operator operator, StoreLoad load) {
    this.experiment = experiment;
    this.commands = commands;
    this.operator = operator;
    this.load = load;
  }

  StoreRun run() throws IOException, InterruptedException {
    boolean isLarge = experiment.kind() == LinksExperiment.Kind.SNAPSHOTS;
    load.connect(isLarge ? SNAPSHOT_VALUE_BYTES : VALUE_BYTES);
    load.addTerm(StoreRun.TERM_BEFORE);
    return switch (experiment.kind()) {
      case MACHINE, LEASE_READS, BOUNDED_READS, LOCAL_READS -> putsAndGets();
      case UNCHANGED, CUT, SLOW -> links();
      case SNAPSHOTS -> snapshots();
      case MEMBERS -> members();
    };
  }

  private StoreRun putsAndGets() throws IOException, InterruptedException {
    StoreLoad.Puts puts = load.puts(commands, StoreLoad.NOBODY);
    boolean allEnded = load.gets(commands);
    load.addTerm(StoreRun.TERM_AFTER);
    return puts.finished(List.of(), 0, allEnded);
  }

  private StoreRun links() throws IOException, InterruptedException {
    LeaderCut cut = new LeaderCut(load.cluster(), all(), experiment.shape(), Duration.ZERO);
    StoreLoad.Puts puts = load.puts(commands, cut);
    load.addTerm(StoreRun.TERM_AFTER);
    return puts.finished(List.of(), cut.cutMicros(), cut.cutMicros() > 0);
  }

  private StoreRun snapshots() throws IOException, InterruptedException {
    try (GroupActions actions = operator.of(load.cluster().connection())) {
      ProgressSteps steps = new ProgressSteps(all(), List.of(actions::snapshot));
      return finished(load.puts(commands, steps), steps, 1);
    }
  }

  private StoreRun members() throws IOException, InterruptedException {
    try (GroupActions actions = operator.of(load.cluster().connection())) {
      ProgressSteps steps = new ProgressSteps(all(), List.of(actions::add, actions::remove));
      StoreLoad.Puts puts = load.puts(commands, steps);
      List<Double> millis = steps.millis();
      if (millis.size() == 2) {
        load.add(ADD_MILLIS, millis.get(0));
        load.add(REMOVE_MILLIS, millis.get(1));
      }
      return finished(puts, steps, 2);
    }
  }

  private StoreRun finished(StoreLoad.Puts puts, ProgressSteps steps, int planned)
      throws InterruptedException {
    load.addTerm(StoreRun.TERM_AFTER);
    return puts.finished(List.of(), steps.firstMicros(), steps.millis().size() == planned);
  }

  private long all() {
    return (long) commands * load.clients();
  }
}
