package dev.flotilla.sim;

import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What one seed stands for: the size of the cluster, the faults, and every chance in between.
 *
 * @param seed any number
 */
record SeedRun(long seed) {
  private static final int MAX_FAULTS = 24;
  private static final long FAULTS_WITHIN_NANOS = 3_000_000_000L;
  private static final long SCHEDULE_SALT = 0x5EED;

  int servers() {
    return Math.floorMod(seed, 2) == 0 ? 3 : 5;
  }

  FaultSchedule schedule() {
    SplittableRandom random = new SplittableRandom(seed ^ SCHEDULE_SALT);
    int count = random.nextInt(MAX_FAULTS + 1);
    return FaultSchedule.draw(random, servers(), count, FAULTS_WITHIN_NANOS);
  }

  /** Runs it; throws what was violated. */
  SimulationReport run() {
    return new Simulation(seed, servers(), schedule()).run();
  }

  /** Runs it with other faults, and tells what was violated, if anything was. */
  Optional<Violation> violationUnder(FaultSchedule schedule) {
    try {
      new Simulation(seed, servers(), schedule).run();
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
