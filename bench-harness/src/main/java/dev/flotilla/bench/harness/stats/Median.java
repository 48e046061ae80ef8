package dev.flotilla.bench.harness.stats;

import java.util.Arrays;

/** The median: the middle value, or the mean of the middle two. */
public final class Median {
  private Median() {}

  /** Of at least one value; the array stays as it is. */
  public static double of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values; a median needs at least one");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
