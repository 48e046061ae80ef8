package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.LinkFault;
import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.faults.LeaderCut;
import dev.flotilla.bench.harness.faults.LinkMatrix;
import dev.flotilla.bench.harness.flotilla.GroupActions;
import dev.flotilla.bench.harness.flotilla.GroupChanges;
import dev.flotilla.bench.harness.flotilla.StoreReads;
import dev.flotilla.bench.harness.flotilla.StoreSystem;
import dev.flotilla.raft.options.Timing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What the 2014 paper leaves for later: its state machines beside each other, links that fail in
 * one direction or in part, loss, delay, changes of the group under load, and ways to read.
 *
 * <p>It measures Flotilla only, with its default election timeout and heartbeat.
 *
 * @param commands puts of each client, and gets
 * @param operator changes the group that runs
 */
public record Links(int commands, Operator operator) {
  static final String NAME = "links";
  static final int FEW_SERVERS = 3;
  static final int MANY_SERVERS = 5;
  static final String KEY_VALUE = "key-value";
  static final List<String> MACHINES = List.of("journal", KEY_VALUE, "memory", "file");
  static final String SNAPSHOTS = "snapshots";

  /** With the server that joins there is one more than few. */
  static final String MEMBERS = "members";

  private static final StoreSystem STORE = StoreSystem.keyValue(Timing.DEFAULT);
  private static final int COMMANDS = 1_000;
  private static final int QUICK_COMMANDS = 100;
  private static final int LEASE_DRIFT_PER_MILLE = 10;
  private static final int VALUE_BYTES = 100;

  /** So large that the snapshots of 1,000 keys have 10 MB. */
  private static final int SNAPSHOT_VALUE_BYTES = 10_000;

  /** Ways to read besides the one of {@link #MACHINES}, by which a majority confirms. */
  static final List<WayToRead> WAYS_TO_READ =
      List.of(
          new WayToRead(
              "lease-reads",
              "confirmed by a lease",
              true,
              STORE.withLeaseReads(LEASE_DRIFT_PER_MILLE)),
          new WayToRead(
              "bounded-reads",
              StoreReads.BOUNDED.toString(),
              false,
              STORE.withReads(StoreReads.BOUNDED)),
          new WayToRead(
              "local-reads",
              StoreReads.LOCAL.toString(),
              false,
              STORE.withReads(StoreReads.LOCAL)));

  /** What those that change links are compared with. */
  static final Change UNCHANGED =
      new Change("links-unchanged", (servers, leader) -> LinkMatrix.none(servers), false);

  /** Links that carry nothing any more. */
  static final List<Change> CUTS =
      List.of(
          new Change("leader-isolated", LinkMatrix::isolating, false),
          new Change("leader-muted", LinkMatrix::muting, true),
          new Change("leader-deafened", LinkMatrix::deafening, true),
          new Change(
              "follower-muted", (all, leader) -> LinkMatrix.muting(all, other(leader)), false),
          new Change(
              "follower-deafened", (all, leader) -> LinkMatrix.deafening(all, other(leader)), true),
          new Change(
              "leader-and-follower-cut",
              (all, leader) -> between(all, leader, LinkFault.CUT),
              false));

  /** Links that lose or delay messages. */
  static final List<Change> SLOW =
      List.of(
          uniform("loss-10", new LinkFault(0.1, 0)),
          uniform("loss-30", new LinkFault(0.3, 0)),
          uniform("delay-20", new LinkFault(0, 20)),
          new Change(
              "leader-and-follower-delay-100",
              (all, leader) -> between(all, leader, new LinkFault(0, 100)),
              false));

  /** Finds the group that runs, to change it. */
  @FunctionalInterface
  public interface Operator {
    /** The actions on it. */
    GroupActions of(String connection) throws IOException;
  }

  /**
   * A way to read.
   *
   * @param label its name in the results
   * @param words as a table says it
   * @param store whose clients read so
   */
  record WayToRead(String label, String words, boolean isQuick, StoreSystem store) {}

  /**
   * A change of links.
   *
   * @param label its name in the results
   * @param shape what they become when a third of the puts is acknowledged
   */
  record Change(String label, LeaderCut.Shape shape, boolean isQuick) {}

  private static Change uniform(String label, LinkFault fault) {
    return new Change(label, (all, leader) -> LinkMatrix.uniform(all, fault), false);
  }

  private static int other(int leader) {
    return leader == 1 ? 2 : 1;
  }

  /** The leader and one follower; all other links work. */
  private static LinkMatrix between(int servers, int leader, LinkFault fault) {
    return LinkMatrix.none(servers)
        .with(leader, other(leader), fault)
        .with(other(leader), leader, fault);
  }

  /** The preset of this checkout. */
  public static Preset preset() {
    return preset(
        new Links(QUICK_COMMANDS, GroupChanges::of).experiments(),
        new Links(COMMANDS, GroupChanges::of).experiments());
  }

  static Preset preset(List<StoreExperiment> quick, List<StoreExperiment> whole) {
    return StorePreset.of(NAME, isQuick -> isQuick ? quick : whole)
        .sections(results -> new LinksSections(results).all());
  }

  /** All changes of links, in the order in which they are measured. */
  static List<Change> changes() {
    List<Change> all = new ArrayList<>(List.of(UNCHANGED));
    all.addAll(CUTS);
    all.addAll(SLOW);
    return all;
  }

  static String machine(String name) {
    return "machine-" + name;
  }

  /** All experiments, in the order in which they are measured. */
  List<StoreExperiment> experiments() {
    List<StoreExperiment> all = new ArrayList<>();
    for (String machine : MACHINES) {
      boolean isQuick = machine.equals(KEY_VALUE);
      all.add(
          experiment(
              machine(machine),
              FEW_SERVERS,
              isQuick,
              STORE.withMachine(machine),
              this::putsAndGets));
    }
    for (WayToRead way : WAYS_TO_READ) {
      all.add(experiment(way.label(), FEW_SERVERS, way.isQuick(), way.store(), this::putsAndGets));
    }
    for (Change change : changes()) {
      all.add(
          experiment(
              change.label(),
              MANY_SERVERS,
              change.isQuick(),
              STORE,
              load -> change(load, change.shape())));
    }
    all.add(experiment(SNAPSHOTS, FEW_SERVERS, true, STORE, this::snapshots));
    all.add(experiment(MEMBERS, FEW_SERVERS + 1, true, STORE.withJoining(1), this::members));
    return all;
  }

  private static StoreExperiment experiment(
      String label, int servers, boolean isQuick, StoreSystem store, StoreExperiment.Work work) {
    return new StoreExperiment(label, servers, isQuick, false, store::of, work);
  }

  private static void connect(StoreLoad load, int valueBytes)
      throws IOException, InterruptedException {
    load.connect(valueBytes);
    load.addTerm(StoreFigures.TERM_BEFORE);
  }

  private Measurement putsAndGets(StoreLoad load) throws IOException, InterruptedException {
    connect(load, VALUE_BYTES);
    Measurement measured = load.putsAndGets(commands);
    load.addTerm(StoreFigures.TERM_AFTER);
    return measured;
  }

  private Measurement change(StoreLoad load, LeaderCut.Shape shape)
      throws IOException, InterruptedException {
    connect(load, VALUE_BYTES);
    LeaderCut cut = new LeaderCut(load.cluster(), load.all(commands), shape, Duration.ZERO);
    StoreLoad.Puts puts = load.puts(commands, cut);
    load.addTerm(StoreFigures.TERM_AFTER);
    return puts.finished(cut.cutMicros(), cut.cutMicros() > 0);
  }

  /** Every server takes a snapshot during puts. */
  private Measurement snapshots(StoreLoad load) throws IOException, InterruptedException {
    connect(load, SNAPSHOT_VALUE_BYTES);
    try (GroupActions actions = operator.of(load.cluster().connection())) {
      ProgressSteps steps = new ProgressSteps(load.all(commands), List.of(actions::snapshot));
      return finished(load, load.puts(commands, steps), steps, 1);
    }
  }

  /** A server is added during puts, and removed. */
  private Measurement members(StoreLoad load) throws IOException, InterruptedException {
    connect(load, VALUE_BYTES);
    try (GroupActions actions = operator.of(load.cluster().connection())) {
      ProgressSteps steps =
          new ProgressSteps(load.all(commands), List.of(actions::add, actions::remove));
      StoreLoad.Puts puts = load.puts(commands, steps);
      List<Double> millis = steps.millis();
      if (millis.size() == 2) {
        load.add(StoreFigures.ADD_MILLIS, millis.get(0));
        load.add(StoreFigures.REMOVE_MILLIS, millis.get(1));
      }
      return finished(load, puts, steps, 2);
    }
  }

  private static Measurement finished(
      StoreLoad load, StoreLoad.Puts puts, ProgressSteps steps, int planned)
      throws InterruptedException {
    load.addTerm(StoreFigures.TERM_AFTER);
    return puts.finished(steps.firstMicros(), steps.millis().size() == planned);
  }
}
