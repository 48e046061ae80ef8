package dev.flotilla.sim;

import java.util.function.LongFunction;

/**
 * Runs one seed with clients that read from older states, and answers as {@link SeedProbe} does. It
 * can be called across class loaders, too.
 */
public final class StaleProbe implements LongFunction<String> {
  @Override
  public String apply(long seed) {
    try {
      run(seed);
      return "";
    } catch (Violation violation) {
      return String.valueOf(violation.getMessage());
    }
  }

  static StaleReaders.Counts run(long seed) {
    SeedRun run = new SeedRun(seed);
    Simulation simulation = new Simulation(seed, run.servers(), run.options(), run.schedule());
    StaleReaders readers = simulation.readStale(seed);
    simulation.run();
    return readers.counts();
  }
}
