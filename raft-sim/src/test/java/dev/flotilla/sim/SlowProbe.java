package dev.flotilla.sim;

import dev.flotilla.raft.options.RaftOptions;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/**
 * Runs one seed in which servers stand still again and again, as on machines with too much work,
 * and answers as a {@code SeedProbe} does. It can be called across class loaders, too.
 *
 * <p>In three of four seeds all servers are slow, for pieces within the bound of {@link
 * SteadyLeader}. In the others they are slower, or only some are, and what holds in every seed must
 * hold.
 */
public final class SlowProbe implements LongFunction<String> {
  static final long SLOW_NANOS = 25_000_000_000L;
  private static final long BEARABLE_NANOS = 400_000_000;
  private static final long LONGEST_NANOS = 2_000_000_000;
  private static final long SALT = 0x510;

  @Override
  public String apply(long seed) {
    try {
      run(seed);
      return "";
    } catch (Violation violation) {
      return String.valueOf(violation.getMessage());
    }
  }

  /** Returns how many commands were acknowledged. */
  static long run(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ SALT);
    int size = random.nextBoolean() ? 3 : 5;
    boolean isBearable = Math.floorMod(seed, 4) != 0;
    int slow = isBearable ? size : 1 + random.nextInt(size);
    long longest = isBearable ? BEARABLE_NANOS : LONGEST_NANOS;
    FaultSchedule schedule = FaultSchedule.slowMachines(random, slow, longest, SLOW_NANOS);
    Simulation simulation = new Simulation(seed, size, RaftOptions.DEFAULT, schedule);
    simulation.keepMembers();
    if (isBearable) {
      simulation.observe(new SteadyLeader(SLOW_NANOS));
    }
    return simulation.run().commands();
  }
}
