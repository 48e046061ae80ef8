package dev.flotilla.bench.harness.stats;

import java.util.Arrays;
import java.util.Locale;

/**
 * The median of repeats, with the smallest and the largest.
 *
 * @param median the middle one, or the mean of the middle two
 * @param min the smallest
 * @param max the largest
 * @param count how many repeats
 */
public record Spread(double median, double min, double max, int count) {
  /** Of at least one value. */
  public static Spread of(double... values) {
    return new Spread(
        Median.of(values),
        Arrays.stream(values).min().orElseThrow(),
        Arrays.stream(values).max().orElseThrow(),
        values.length);
  }

  /**
   * Such as {@code 1,910 (1,850-1,990)}; without the brackets when there is only one.
   *
   * @param format of one value, such as {@code %,.0f}
   */
  public String text(String format) {
    String middle = String.format(Locale.ROOT, format, median);
    return count == 1
        ? middle
        : middle + String.format(Locale.ROOT, " (" + format + "-" + format + ")", min, max);
  }
}
