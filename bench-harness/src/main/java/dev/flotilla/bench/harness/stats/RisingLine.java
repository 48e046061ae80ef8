package dev.flotilla.bench.harness.stats;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The straight line that fits points best. */
public final class RisingLine {
  private RisingLine() {}

  /** The share of the variance (r2) that it explains; 0 if it falls. */
  public static <T> double explained(
      List<T> points, ToDoubleFunction<? super T> x, ToDoubleFunction<? super T> y) {
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
