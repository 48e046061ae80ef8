package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds how many commands a client needs so that a run without failures takes long enough: raises
 * the number until that holds for every system, so that all of them get the same work.
 *
 * <p>What is found is kept in {@code iterations.jsonl}: a continued experiment uses it again.
 */
final class IterationSearch {
  private static final int MAX_RUNS = 12;
  private static final int MAX_ATTEMPTS = 3;
  private static final int MAX_ITERATIONS = 100_000; // their times must fit into the memory
  private static final double MARGIN = 1.25;
  private static final double LEAST_GROWTH = 1.3;
  private static final double MOST_GROWTH = 10;
  private static final double MILLIS_PER_SECOND = 1_000;

  private final List<String> systems;
  private final PaperTiming timing;
  private final Runs runs;
  private final Laboratory laboratory;
  private final List<IterationCount> found;

  /** Makes a run of a cell. */
  @FunctionalInterface
  interface Runs {
    Measurement run(Cell cell, String label, int iterations, List<PlannedKill> kills)
        throws IOException, InterruptedException;
  }

  /**
   * A search that begins with what was found before.
   *
   * @throws IOException if that cannot be read
   */
  IterationSearch(List<String> systems, PaperTiming timing, Runs runs, Laboratory laboratory)
      throws IOException {
    this.systems = List.copyOf(systems);
    this.timing = timing;
    this.runs = runs;
    this.laboratory = laboratory;
    this.found = new ArrayList<>(laboratory.out().iterationCounts());
  }

  /** The commands of each client; looks for the number when it is asked for the first time. */
  int iterations(int servers, int clients) throws IOException, InterruptedException {
    for (IterationCount count : found) {
      if (count.servers() == servers && count.clients() == clients) {
        return count.iterations();
      }
    }
    IterationCount count = search(servers, clients);
    found.add(count);
    laboratory.out().append(count);
    return count.iterations();
  }

  private IterationCount search(int servers, int clients) throws IOException, InterruptedException {
    int iterations = timing.iterations();
    Map<String, Double> seconds = new TreeMap<>();
    for (String system : systems) {
      double took = seconds(system, servers, clients, iterations);
      for (int run = 1; run < MAX_RUNS && mayBeRaised(iterations, took); run++) {
        iterations = raised(iterations, took);
        took = seconds(system, servers, clients, iterations);
      }
      seconds.put(system, took);
    }
    return new IterationCount(servers, clients, iterations, seconds);
  }

  private boolean mayBeRaised(int iterations, double tookSeconds) {
    boolean isTooShort = tookSeconds < timing.atLeast().toMillis() / MILLIS_PER_SECOND;
    return isTooShort && iterations < MAX_ITERATIONS;
  }

  /** A longer run is a warmer and so a faster one: hence the margin. */
  private int raised(int iterations, double tookSeconds) {
    double wanted = timing.atLeast().toMillis() / MILLIS_PER_SECOND * MARGIN;
    double growth = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, wanted / tookSeconds));
    return (int) Math.min(MAX_ITERATIONS, Math.ceil(iterations * growth));
  }

  private double seconds(String system, int servers, int clients, int iterations)
      throws IOException, InterruptedException {
    Cell cell = new Cell(system, servers, clients, Scenario.NO_FAILURE, Trigger.PROGRESS);
    laboratory
        .progress()
        .session("%s: how many commands take long enough, %s?".formatted(cell.words(), iterations));
    long missing = 0;
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      String label =
          "search-%s-servers-%s-clients-%s-iterations-%s-attempt-%s"
              .formatted(servers, clients, iterations, system, attempt);
      Measurement measured = runs.run(cell, label, iterations, List.of());
      missing = (long) iterations * clients - measured.ended();
      if (missing == 0) {
        return measured.answers().seconds();
      }
    }
    throw new SystemFailedException(
        "%s of %s commands of %s have not ended in a run without failures, %s times; see the logs"
            .formatted(missing, (long) iterations * clients, cell.words(), MAX_ATTEMPTS));
  }
}
