package dev.flotilla.sim;

import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What one seed stands for: the size of the cluster, the faults, and every chance in between.
 *
 * @param seed any number
 */
record SeedRun(long seed) {
  private static final int WIRE_PERIOD = 64;
  private static final int MAX_FAULTS = 24;
  private static final int MAX_CHANGES = 6;
  private static final long FAULTS_WITHIN_NANOS = 3_000_000_000L;
  private static final long SCHEDULE_SALT = 0x5EED;
  private static final long MALICE_SALT = 0x11A12;
  private static final long OPTIONS_SALT = 0xB0BD;
  private static final long QUIET_SALT = 0x71757065L;
  private static final long MAX_QUIET_AFTER_NANOS = 200_000_000;

  /** How many found the group. */
  int servers() {
    return switch (Math.floorMod(seed, 4)) {
      case 1 -> 5;
      case 2 -> 1;
      default -> 3;
    };
  }

  /** In half of the seeds others become the members, again and again. */
  private boolean hasChanges() {
    return Math.floorMod(seed, 4) >= 2;
  }

  /**
   * In one of four seeds, three servers that stay the members, the leader's disk is full at last.
   */
  private boolean fillsDisk() {
    return Math.floorMod(seed, 4) == 0;
  }

  /** In one of four seeds reads rest on clocks, whose drift is bounded there. */
  private int driftPerMille() {
    return Math.floorMod(seed, 16) / 4 == 3 ? 1 + (int) Math.floorMod(seed, 300L) : 0;
  }

  /** In half of the seeds messages travel as bytes. */
  boolean sendsBytes() {
    return Math.floorMod(seed, WIRE_PERIOD) >= WIRE_PERIOD / 2;
  }

  /** In half of the seeds that send bytes clients are hostile, in a quarter there is worse. */
  private Malice malice() {
    return switch (new SplittableRandom(seed ^ MALICE_SALT).nextInt(8)) {
      case 0 -> Malice.FORGER;
      case 1 -> Malice.CHANGED_BYTES;
      case 2, 3 -> Malice.NONE;
      default -> Malice.CLIENTS;
    };
  }

  /** Whether members receive forged messages, so that even their logs may be lost. */
  boolean isLiedTo() {
    return sendsBytes() && !malice().tolerance().isNothing();
  }

  FaultSchedule schedule() {
    SplittableRandom random = new SplittableRandom(seed ^ SCHEDULE_SALT);
    int count = random.nextInt(MAX_FAULTS + 1);
    int servers = hasChanges() ? Simulation.MAX_SERVERS : servers();
    int changes = hasChanges() ? 1 + random.nextInt(MAX_CHANGES) : 0;
    Conditions conditions = new Conditions(servers, changes, driftPerMille(), /* aimed= */ true);
    return FaultSchedule.draw(random, conditions, count, FAULTS_WITHIN_NANOS);
  }

  /**
   * The bounds: half of the seeds run with the usual ones, half with some so tight that windows
   * fill, memory forgets and everything is split.
   */
  RaftOptions options() {
    int drift = driftPerMille();
    LeadershipOptions leadership = LeadershipOptions.DEFAULT.withQuietAfter(quietAfterNanos());
    return bounds().withLeadership(drift == 0 ? leadership : leadership.withLeaseReads(drift));
  }

  /** In one of eight seeds leaders are quiet whenever they have nothing to do for a moment. */
  private long quietAfterNanos() {
    SplittableRandom random = new SplittableRandom(seed ^ QUIET_SALT);
    return random.nextInt(8) == 0 ? 1 + random.nextLong(MAX_QUIET_AFTER_NANOS) : 0;
  }

  private RaftOptions bounds() {
    SplittableRandom random = new SplittableRandom(seed ^ OPTIONS_SALT);
    RaftOptions usual = RaftOptions.DEFAULT;
    if (random.nextBoolean()) {
      return usual;
    }
    return new RaftOptions(
        usual.electionTimeoutMinNanos(),
        usual.electionTimeoutMaxNanos(),
        usual.heartbeatNanos(),
        1 + random.nextInt(4),
        1 + random.nextInt(400),
        1 + random.nextInt(3),
        1 + random.nextInt(2_000),
        1 + random.nextInt(8),
        1 + random.nextInt(1_000),
        1 + random.nextInt(1_000));
  }

  /** Runs it; throws what was violated. */
  SimulationReport run() {
    return simulation(schedule()).run();
  }

  Simulation simulation(FaultSchedule schedule) {
    Simulation simulation = new Simulation(seed, servers(), options(), schedule);
    simulation.holdJointElections();
    if (sendsBytes()) {
      simulation.sendBytes(seed, malice());
    }
    if (fillsDisk()) {
      simulation.fillDiskInTheEnd();
    }
    return simulation;
  }

  /** Runs it with other faults, and tells what was violated, if anything was. */
  Optional<Violation> violationUnder(FaultSchedule schedule) {
    try {
      simulation(schedule).run();
      return Optional.empty();
    } catch (Violation e) {
      return Optional.of(e);
    }
  }

  /** The fewest faults found that lead to a violation of the same invariant. */
  FaultSchedule shrink(Violation violation) {
    return schedule()
        .shrink(
            smaller ->
                violationUnder(smaller)
                    .filter(it -> it.invariant().equals(violation.invariant()))
                    .isPresent());
  }
}
