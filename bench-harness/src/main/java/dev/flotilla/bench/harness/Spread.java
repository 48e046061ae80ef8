package dev.flotilla.bench.harness;

import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * A figure over the repeats of one cell.
 *
 * @param median the middle one, or the mean of the middle two
 * @param min the smallest
 * @param max the largest
 * @param count how many repeats
 */
record Spread(double median, double min, double max, int count) {
  /** Of at least one value. */
  static Spread of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int count = sorted.length;
    double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    return new Spread(median, sorted[0], sorted[count - 1], count);
  }

  /** Such as {@code 1,910 (1,850-1,990)}; without the brackets when there is only one. */
  String text() {
    String middle = String.format(Locale.ROOT, "%,.0f", median);
    return count == 1 ? middle : middle + String.format(Locale.ROOT, " (%,.0f-%,.0f)", min, max);
  }
}
