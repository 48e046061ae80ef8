package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.stats.Median;
import java.util.Arrays;
import java.util.Locale;

/** The median of repeats, with the smallest and the largest. */
record Spread(double median, double min, double max, int count) {
  /** Of at least one value. */
  static Spread of(double... values) {
    return new Spread(
        Median.of(values),
        Arrays.stream(values).min().orElseThrow(),
        Arrays.stream(values).max().orElseThrow(),
        values.length);
  }

  /** Such as {@code 1,910 (1,850-1,990)}; without the brackets when there is only one. */
  String text(String format) {
    String middle = String.format(Locale.ROOT, format, median);
    return count == 1
        ? middle
        : middle + String.format(Locale.ROOT, " (" + format + "-" + format + ")", min, max);
  }
}
