package dev.flotilla.metrics;

import java.util.List;

/**
 * Durations, counted by their length. Immutable.
 *
 * @param metric which metric
 * @param buckets in ascending order; durations longer than the last bound are in none
 * @param count how many durations were measured
 * @param sumSeconds the sum of all of them
 */
public record Histogram(Metric metric, List<Bucket> buckets, long count, double sumSeconds) {
  /** Copies the list. */
  public Histogram {
    buckets = List.copyOf(buckets);
  }

  /**
   * Some of the durations.
   *
   * @param maxSeconds the longest that it counts
   * @param count how many took at most that long, and longer than the bound of the bucket before
   */
  public record Bucket(double maxSeconds, long count) {}
}
