package dev.flotilla.bench.harness.section;

import java.util.IntSummaryStatistics;
import java.util.stream.IntStream;

/**
 * What the marks of a drawing stand for.
 *
 * @param middle such as {@code Median}
 * @param repeats of what, such as {@code runs}
 */
public record Marks(String middle, String repeats) {
  /** The medians of runs. */
  public static final Marks MEDIANS = new Marks("Median", "runs");

  /** The averages of runs. */
  public static final Marks MEANS = new Marks("Mean", "runs");

  /**
   * Such as {@code Median of n = 3 to 5 runs; bars: smallest to largest.}
   *
   * @param counts of the repeats behind each mark, 0 for a mark that is published
   */
  String words(IntStream counts) {
    IntSummaryStatistics found = counts.filter(count -> count > 0).summaryStatistics();
    if (found.getCount() == 0) {
      return "";
    }
    String most = found.getMax() > found.getMin() ? " to " + found.getMax() : "";
    return "%s of n = %s%s %s; bars: smallest to largest."
        .formatted(middle, found.getMin(), most, repeats);
  }
}
