package dev.flotilla.sim;

import java.util.stream.Collectors;

/** Runs one seed after another, and explains the first that violates something. */
final class SeedSweep {
  private static final double NANOS_PER_SECOND = 1e9;

  private SimulationReport sum = SimulationReport.NOTHING;
  private long seeds;
  private long nanos;

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
      sum = sum.plus(run.run());
    } catch (Violation violation) {
      throw new AssertionError(explanation(run, violation), violation);
    }
    seeds++;
    nanos += System.nanoTime() - begun;
  }

  SimulationReport sum() {
    return sum;
  }

  /** What was run, and how long it took. */
  String summary() {
    String faults =
        sum.faults().entrySet().stream()
            .map(it -> it.getKey() + " " + it.getValue())
            .collect(Collectors.joining(", "));
    return "%d seeds, %d steps, %.0f simulated s, %d commands, %d reads, %d leaders, %d promises recovered, %.1f s; faults: %s"
        .formatted(
            seeds,
            sum.steps(),
            sum.simulatedNanos() / NANOS_PER_SECOND,
            sum.commands(),
            sum.reads(),
            sum.leaders(),
            sum.promises(),
            nanos / NANOS_PER_SECOND,
            faults);
  }

  private static String explanation(SeedRun run, Violation violation) {
    FaultSchedule smallest = run.shrink(violation);
    Simulation again = run.simulation(smallest);
    String last = violation.getMessage();
    try {
      again.run();
    } catch (Violation same) {
      last = same.getMessage();
    }
    return String.join(
        System.lineSeparator(),
        "seed "
            + run.seed()
            + ", "
            + run.servers()
            + " servers; repeat with -Dsim.seed="
            + run.seed(),
        violation.getMessage(),
        "these faults suffice:",
        smallest.items().stream()
            .map(item -> "  " + item)
            .collect(Collectors.joining(System.lineSeparator())),
        "the end of it:",
        again.tail(),
        last);
  }
}
