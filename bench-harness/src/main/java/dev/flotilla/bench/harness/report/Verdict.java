package dev.flotilla.bench.harness.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * In how many cells a finding of a paper holds here.
 *
 * @param agreed in which it holds
 * @param all that were measured
 */
public record Verdict(long agreed, int all) {
  /** What its words mean, for the readers of a report. */
  public static final String WORDS =
      "A finding is reproduced if it holds in every cell that was measured, in part if it holds in"
          + " some, and contradicted if it holds in none.";

  /**
   * Counts cells.
   *
   * @param agreements of each cell, above 0 if the finding holds there; not a number if it was not
   *     measured
   */
  public static Verdict of(DoubleStream agreements) {
    double[] measured = agreements.filter(Double::isFinite).toArray();
    return new Verdict(Arrays.stream(measured).filter(value -> value > 0).count(), measured.length);
  }

  /** Such as {@code in part: 3 of 8}. */
  @Override
  public String toString() {
    return all == 0 ? "not measured" : "%s: %s of %s".formatted(word(), agreed, all);
  }

  private String word() {
    if (agreed == all) {
      return "reproduced";
    }
    return agreed == 0 ? "contradicted" : "in part";
  }
}
