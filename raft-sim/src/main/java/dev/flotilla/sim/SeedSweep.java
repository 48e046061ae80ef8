package dev.flotilla.sim;

import java.util.Locale;
import java.util.stream.Collectors;

/** Runs one seed after another, and explains the first that violates something. One thread. */
final class SeedSweep {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long first;
  private SimulationReport sum = SimulationReport.NOTHING;
  private long seeds;
  private long leastCommands = Long.MAX_VALUE;
  private long nanos;

  /** A sweep that begins with a seed. */
  SeedSweep(long first) {
    this.first = first;
  }

  /**
   * Runs a seed.
   *
   * @throws AssertionError with the fewest faults that were found to suffice, what happened last,
   *     and how to repeat it
   */
  void run(long seed) {
    long begun = System.nanoTime();
    SeedRun run = new SeedRun(seed);
    try {
      SimulationReport report = run.run();
      sum = sum.plus(report);
      if (!run.isLiedTo()) {
        leastCommands = Math.min(leastCommands, report.commands());
      }
    } catch (Violation violation) {
      throw new AssertionError(explanation(run, violation), violation);
    } catch (RuntimeException e) {
      // Not a violation but a fault of the simulator, which nobody would find without the seed.
      throw new AssertionError(headline(run) + System.lineSeparator() + e, e);
    }
    seeds++;
    nanos += System.nanoTime() - begun;
  }

  /** What was run. */
  SeedBlock block() {
    return new SeedBlock(first, seeds, leastCommands, nanos, sum);
  }

  /** What was run, and how long it took. */
  static String summary(SimulationReport sum, long seeds, double seconds) {
    String faults =
        sum.faults().entrySet().stream()
            .map(it -> it.getKey() + " " + it.getValue())
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s seeds, %s steps, %.0f simulated s, %s commands, %s reads, %s leaders, %s promises recovered, %.1f s; faults: %s",
        seeds,
        sum.steps(),
        sum.simulatedNanos() / NANOS_PER_SECOND,
        sum.commands(),
        sum.reads(),
        sum.leaders(),
        sum.promises(),
        seconds,
        faults);
  }

  private static String headline(SeedRun run) {
    return "seed %s, %s servers; repeat with: system-tests/simulation --seed %s"
        .formatted(run.seed(), run.servers(), run.seed());
  }

  private static String explanation(SeedRun run, Violation violation) {
    FaultSchedule smallest = run.shrink(violation);
    Simulation again = run.simulation(smallest);
    String last = String.valueOf(violation.getMessage());
    try {
      again.run();
    } catch (Violation same) {
      last = String.valueOf(same.getMessage());
    }
    return String.join(
        System.lineSeparator(),
        headline(run),
        "these faults suffice:",
        smallest.items().stream()
            .map(item -> "  " + item)
            .collect(Collectors.joining(System.lineSeparator())),
        "with all of them: " + violation.getMessage(),
        "with these: " + last,
        "the end of it:",
        again.tail());
  }
}
