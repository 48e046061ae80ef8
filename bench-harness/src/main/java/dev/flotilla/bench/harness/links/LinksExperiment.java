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
    /** Puts, then gets, with one way to read. */
    LEASE_READS,
    /** Links change during puts. */
    LINKS,
    /** Every server takes a snapshot during puts. */
    SNAPSHOTS,
    /** A server is added during puts, and removed. */
    MEMBERS
  }

  /** All experiments, in the order in which they are measured. */
  static List<LinksExperiment> all() {
    List<LinksExperiment> all = new ArrayList<>();
    MACHINES.forEach(machine -> all.add(machine(machine)));
    all.add(few("lease-reads", Kind.LEASE_READS, FEW_SERVERS, true));
    all.addAll(ofLinks());
    all.add(few("snapshots", Kind.SNAPSHOTS, FEW_SERVERS, true));
    all.add(few("members", Kind.MEMBERS, FEW_SERVERS + 1, true));
    return List.copyOf(all);
  }

  static LinksExperiment machine(String machine) {
    boolean isQuick = machine.equals(KEY_VALUE);
    return new LinksExperiment(
        "machine-" + machine, Kind.MACHINE, FEW_SERVERS, machine, UNCHANGED, isQuick);
  }

  private static LinksExperiment few(String label, Kind kind, int servers, boolean isQuick) {
    return new LinksExperiment(label, kind, servers, KEY_VALUE, UNCHANGED, isQuick);
  }

  /** Those that change links. */
  static List<LinksExperiment> ofLinks() {
    return List.of(
        links("links-unchanged", UNCHANGED, false),
        links("leader-isolated", LinkMatrix::isolating, false),
        links("leader-muted", LinkMatrix::muting, true),
        links("leader-deafened", LinkMatrix::deafening, true),
        links("follower-muted", (all, leader) -> LinkMatrix.muting(all, other(leader)), false),
        links("follower-deafened", (all, leader) -> LinkMatrix.deafening(all, other(leader)), true),
        links("leader-and-follower-cut", LinksExperiment::partialCut, false),
        links("loss-10", (all, leader) -> LinkMatrix.uniform(all, new LinkFault(0.1, 0)), false),
        links("loss-30", (all, leader) -> LinkMatrix.uniform(all, new LinkFault(0.3, 0)), false),
        links("delay-20", (all, leader) -> LinkMatrix.uniform(all, new LinkFault(0, 20)), false),
        links("leader-and-follower-delay-100", LinksExperiment::partialDelay, false));
  }

  private static LinksExperiment links(String label, LeaderCut.Shape shape, boolean isQuick) {
    return new LinksExperiment(label, Kind.LINKS, MANY_SERVERS, KEY_VALUE, shape, isQuick);
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
