package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one run showed.
 *
 * @param startedAt when the puts began
 * @param commands puts of each client
 * @param puts what the clients did
 * @param kills servers that were killed before the load
 * @param silenceMillis the longest time without an answer, from the cut on if there was one
 * @param cpu what the puts cost
 * @param figures what else was measured
 * @param isComplete whether everything that was to happen has happened
 */
public record StoreRun(
    Instant startedAt,
    int commands,
    IterationResult puts,
    List<KillRecord> kills,
    double silenceMillis,
    CpuSeconds cpu,
    Map<String, Double> figures,
    boolean isComplete) {
  /** Mean latency of gets. */
  public static final String GET_MEAN_MICROS = "getMeanMicros";

  /** 99th percentile of the latency of gets. */
  public static final String GET_P99_MICROS = "getP99Micros";

  /** Acknowledged gets a second. */
  public static final String GET_OPS_PER_SEC = "getOpsPerSec";

  /** Gets that failed. */
  public static final String GET_ERRORS = "getErrors";

  /** What {@link #curve} is of: puts. */
  public static final String PUTS = "put";

  /** What {@link #curve} is of: gets. */
  public static final String GETS = "get";

  /** Steps of {@link #curve}. */
  public static final int CURVE_STEP_PERCENT = 10;

  private static final int ALL_PERCENT = 100;

  /** The highest term before the faults. */
  public static final String TERM_BEFORE = "termBefore";

  /** The highest term at the end. */
  public static final String TERM_AFTER = "termAfter";

  /** From the cut until another server leads. */
  public static final String ELECTION_MILLIS = "electionMillis";

  /** How much the term rose in a recorded run, each election raises it; NaN if one is unknown. */
  public static double elections(RunResult run) {
    return run.figures().getOrDefault(TERM_AFTER, Double.NaN)
        - run.figures().getOrDefault(TERM_BEFORE, Double.NaN);
  }

  /** The name of the seconds until so many percent were acknowledged. */
  static String secondsOf(String what, int percent) {
    return "%sSecondsOf%s".formatted(what, percent);
  }

  /**
   * How many commands were acknowledged over time, as figures 1 to 6 of the key-value report have
   * it: medians of the runs.
   *
   * @param what {@link #PUTS} or {@link #GETS}
   * @param commands that were acknowledged
   */
  public static List<Chart.Point> curve(Repeats repeats, String what, long commands) {
    List<Chart.Point> points = new ArrayList<>();
    for (int percent = CURVE_STEP_PERCENT; percent <= ALL_PERCENT; percent += CURVE_STEP_PERCENT) {
      double done = (double) commands * percent / ALL_PERCENT;
      repeats
          .spread(secondsOf(what, percent))
          .ifPresent(seconds -> points.add(Chart.Point.of(seconds.median(), done)));
    }
    return points;
  }

  /** Copies the list and the map. */
  public StoreRun {
    kills = List.copyOf(kills);
    figures = Map.copyOf(figures);
  }
}
