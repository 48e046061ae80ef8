package dev.flotilla.bench.result;

import org.HdrHistogram.Histogram;

/**
 * How long acknowledged commands took, from the call to the answer at the client, in microseconds.
 *
 * @param mean arithmetic mean
 * @param p50 median
 * @param p90 90th percentile
 * @param p99 99th percentile
 * @param max the slowest
 */
public record LatencyMicros(double mean, double p50, double p90, double p99, double max) {
  private static final double NANOS_PER_TENTH = 100;
  private static final double TENTHS = 10;

  /** Read off a histogram of nanoseconds; all 0 if it is empty. */
  public static LatencyMicros of(Histogram nanos) {
    if (nanos.getTotalCount() == 0) {
      return new LatencyMicros(0, 0, 0, 0, 0);
    }
    return new LatencyMicros(
        micros(nanos.getMean()),
        micros((double) nanos.getValueAtPercentile(50)),
        micros((double) nanos.getValueAtPercentile(90)),
        micros((double) nanos.getValueAtPercentile(99)),
        micros((double) nanos.getMaxValue()));
  }

  /** To a tenth: the histogram knows no more. */
  private static double micros(double nanos) {
    return Math.round(nanos / NANOS_PER_TENTH) / TENTHS;
  }
}
