package dev.flotilla.bench.harness.stats;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The straight line that fits points best. */
public final class RisingLine {
  private static final int LEAST_POINTS = 3;

  private RisingLine() {}

  /**
   * The share of the variance (r2) that it explains.
   *
   * @param y of a point; not a number if it is missing
   * @return 0 if they fall or are level; not a number if a point is missing, or of fewer than three
   */
  public static <T> double explained(
      List<T> points, ToDoubleFunction<? super T> x, ToDoubleFunction<? super T> y) {
    if (points.size() < LEAST_POINTS) {
      return Double.NaN;
    }
    double meanX = points.stream().mapToDouble(x).average().orElse(0);
    double meanY = points.stream().mapToDouble(y).average().orElse(0);
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (T point : points) {
      double aside = x.applyAsDouble(point) - meanX;
      double above = y.applyAsDouble(point) - meanY;
      xx += aside * aside;
      xy += aside * above;
      yy += above * above;
    }
    return xy <= 0 || yy == 0 ? 0 : xy * xy / (xx * yy);
  }
}
