package dev.flotilla.bench.harness.links;

import dev.flotilla.bench.LinkFault;
import dev.flotilla.bench.harness.Scenario;
import dev.flotilla.bench.harness.faults.LeaderCut;
import dev.flotilla.bench.harness.faults.LinkMatrix;
import dev.flotilla.bench.harness.store.StoreExperiment;
import java.util.ArrayList;
import java.util.List;

/**
 * One experiment of the preset.
 *
 * @param label its name in the results
 * @param kind what happens
 * @param servers how many servers run
 * @param machine their state machine
 * @param shape what the links become when a third of the puts is acknowledged
 * @param isQuick whether {@code --quick} measures it
 */
record LinksExperiment(
    String label, Kind kind, int servers, String machine, LeaderCut.Shape shape, boolean isQuick)
    implements StoreExperiment {
  static final String KEY_VALUE = "key-value";
  static final List<String> MACHINES = List.of("journal", KEY_VALUE, "memory", "file");

  private static final int FEW_SERVERS = 3;
  private static final int MANY_SERVERS = 5;
  private static final LeaderCut.Shape UNCHANGED = (servers, leader) -> LinkMatrix.none(servers);
  private static final LinkFault LATE = new LinkFault(0, 100);

  /** What happens. */
  enum Kind {
    /** Puts, then gets, of one state machine. */
    MACHINE,
    /** Puts, then gets that the leader answers by its lease. */
    LEASE_READS,
    /** Puts, then gets that any server answers, at most a second late. */
    BOUNDED_READS,
    /** Puts, then gets that any server answers from what it has. */
    LOCAL_READS,
    /** Links stay as they are during puts: what those that change are compared with. */
    UNCHANGED,
    /** Links carry nothing any more during puts. */
    CUT,
    /** Links lose or delay messages during puts. */
    SLOW,
    /** Every server takes a snapshot during puts. */
    SNAPSHOTS,
    /** A server is added during puts, and removed. */
    MEMBERS
  }

  /** All experiments, in the order in which they are measured. */
  static List<LinksExperiment> all() {
    List<LinksExperiment> all = new ArrayList<>();
    MACHINES.forEach(machine -> all.add(machine(machine)));
    all.addAll(waysToRead());
    all.addAll(ofLinks());
    all.add(snapshots());
    all.add(members());
    return List.copyOf(all);
  }

  static LinksExperiment machine(String machine) {
    boolean isQuick = machine.equals(KEY_VALUE);
    return new LinksExperiment(
        "machine-" + machine, Kind.MACHINE, FEW_SERVERS, machine, UNCHANGED, isQuick);
  }

  /** Ways to read besides the one of {@link #machine}, by which a majority confirms. */
  static List<LinksExperiment> waysToRead() {
    return List.of(
        few("lease-reads", Kind.LEASE_READS, FEW_SERVERS, true),
        few("bounded-reads", Kind.BOUNDED_READS, FEW_SERVERS, false),
        few("local-reads", Kind.LOCAL_READS, FEW_SERVERS, false));
  }

  static LinksExperiment snapshots() {
    return few("snapshots", Kind.SNAPSHOTS, FEW_SERVERS, true);
  }

  /** With the server that joins. */
  static LinksExperiment members() {
    return few("members", Kind.MEMBERS, FEW_SERVERS + 1, true);
  }

  private static LinksExperiment few(String label, Kind kind, int servers, boolean isQuick) {
    return new LinksExperiment(label, kind, servers, KEY_VALUE, UNCHANGED, isQuick);
  }

  /** Those that change links, and what they are compared with. */
  static List<LinksExperiment> ofLinks() {
    return List.of(
        unchanged(),
        cut("leader-isolated", LinkMatrix::isolating, false),
        cut("leader-muted", LinkMatrix::muting, true),
        cut("leader-deafened", LinkMatrix::deafening, true),
        cut("follower-muted", (all, leader) -> LinkMatrix.muting(all, other(leader)), false),
        cut("follower-deafened", (all, leader) -> LinkMatrix.deafening(all, other(leader)), true),
        cut("leader-and-follower-cut", LinksExperiment::partialCut, false),
        slow("loss-10", (all, leader) -> LinkMatrix.uniform(all, new LinkFault(0.1, 0))),
        slow("loss-30", (all, leader) -> LinkMatrix.uniform(all, new LinkFault(0.3, 0))),
        slow("delay-20", (all, leader) -> LinkMatrix.uniform(all, new LinkFault(0, 20))),
        slow("leader-and-follower-delay-100", LinksExperiment::partialDelay));
  }

  /** The baseline of those that change links. */
  static LinksExperiment unchanged() {
    return links("links-unchanged", Kind.UNCHANGED, UNCHANGED, false);
  }

  private static LinksExperiment cut(String label, LeaderCut.Shape shape, boolean isQuick) {
    return links(label, Kind.CUT, shape, isQuick);
  }

  private static LinksExperiment slow(String label, LeaderCut.Shape shape) {
    return links(label, Kind.SLOW, shape, false);
  }

  private static LinksExperiment links(
      String label, Kind kind, LeaderCut.Shape shape, boolean isQuick) {
    return new LinksExperiment(label, kind, MANY_SERVERS, KEY_VALUE, shape, isQuick);
  }

  private static int other(int leader) {
    return leader == 1 ? 2 : 1;
  }

  /** The leader and one follower do not hear each other; all other links work. */
  private static LinkMatrix partialCut(int servers, int leader) {
    return between(servers, leader, LinkFault.CUT);
  }

  private static LinkMatrix partialDelay(int servers, int leader) {
    return between(servers, leader, LATE);
  }

  private static LinkMatrix between(int servers, int leader, LinkFault fault) {
    return LinkMatrix.none(servers)
        .with(leader, other(leader), fault)
        .with(other(leader), leader, fault);
  }

  @Override
  public Scenario scenario() {
    return Scenario.named(label);
  }
}
