package dev.flotilla.node.loop;

import java.util.List;

/**
 * How long something took, each time since the node started.
 *
 * @param buckets by their upper bounds, in ascending order; what took longer is in none
 * @param count how often it was measured
 * @param sumNanos how long all of it took
 */
public record DurationMetrics(List<Bucket> buckets, long count, long sumNanos) {
  /**
   * Some of the measured times.
   *
   * @param maxNanos the longest that it counts
   * @param count how many took at most that long, and longer than the bucket before
   */
  public record Bucket(long maxNanos, long count) {}

  /** Copies the list unless it is immutable already. */
  public DurationMetrics {
    buckets = List.copyOf(buckets);
  }
}
