package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The names of what the runs on a store measure besides their puts. */
final class StoreFigures {
  /** Mean latency of gets. */
  static final String GET_MEAN_MICROS = "getMeanMicros";

  /** 99th percentile of the latency of gets. */
  static final String GET_P99_MICROS = "getP99Micros";

  /** Acknowledged gets a second. */
  static final String GET_OPS_PER_SEC = "getOpsPerSec";

  /** Gets that failed. */
  static final String GET_ERRORS = "getErrors";

  /** What {@link #curve} is of: puts. */
  static final String PUTS = "put";

  /** What {@link #curve} is of: gets. */
  static final String GETS = "get";

  /** The highest term before the faults. */
  static final String TERM_BEFORE = "termBefore";

  /** The highest term at the end. */
  static final String TERM_AFTER = "termAfter";

  /** From the cut until another server leads. */
  static final String ELECTION_MILLIS = "electionMillis";

  /** How long it took until the server voted that was added. */
  static final String ADD_MILLIS = "addMillis";

  /** How long it took until the server was no member any more. */
  static final String REMOVE_MILLIS = "removeMillis";

  private StoreFigures() {}

  /** How much the term rose in a recorded run, each election raises it; NaN if one is unknown. */
  static double elections(RunResult run) {
    return run.figures().getOrDefault(TERM_AFTER, Double.NaN)
        - run.figures().getOrDefault(TERM_BEFORE, Double.NaN);
  }

  /** The steps of {@link #curve}. */
  static IntStream curvePercents() {
    return IntStream.rangeClosed(1, 10).map(tenths -> 10 * tenths);
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
  static List<Chart.Point> curve(Repeats repeats, String what, long commands) {
    List<Chart.Point> points = new ArrayList<>();
    curvePercents()
        .forEach(
            percent ->
                repeats
                    .spread(secondsOf(what, percent))
                    .map(
                        seconds ->
                            Chart.Point.of(seconds.median(), (double) commands * percent / 100))
                    .ifPresent(points::add));
    return points;
  }
}
