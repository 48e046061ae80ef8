package dev.flotilla.bench.harness.stats;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Percentile bootstrap: draws samples with replacement from the measured values, takes the median
 * of each, and reads the 95 % confidence interval off the sorted medians.
 *
 * <p>The random numbers are seeded, so the same values give the same interval.
 */
public final class Bootstrap {
  private static final long SEED = 20_140_901;
  private static final int SAMPLES = 4_000;
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** A fresh sequence of random numbers. */
  private Bootstrap() {}

  /**
   * The median of values and its interval.
   *
   * @param values at least one
   */
  public static Estimate median(double... values) {
    Bootstrap bootstrap = new Bootstrap();
    return bootstrap.estimate(
        Median.of(values), () -> Median.of(bootstrap.draw(values)), values.length);
  }

  /**
   * A statistic of all values of groups and its interval, if values of one group resemble each
   * other more than those of different groups. Groups are drawn first, then values within each, so
   * the interval also holds what differs from group to group (a two-stage bootstrap; Davison and
   * Hinkley, Bootstrap Methods and their Application, section 3.8). One group is drawn from like a
   * plain sample.
   *
   * @param groups at least one, none empty
   * @param statistic of at least one value
   */
  public static <T> Estimate ofGroups(List<List<T>> groups, ToDoubleFunction<List<T>> statistic) {
    Bootstrap bootstrap = new Bootstrap();
    List<T> all = groups.stream().flatMap(List::stream).toList();
    return bootstrap.estimate(
        statistic.applyAsDouble(all),
        () -> statistic.applyAsDouble(bootstrap.drawGroups(groups)),
        all.size());
  }

  /**
   * The ratio of two medians and its interval, from two samples that were measured independently.
   *
   * @param numerators at least one
   * @param denominators at least one, all positive
   */
  public static Estimate ratioOfMedians(double[] numerators, double[] denominators) {
    Bootstrap bootstrap = new Bootstrap();
    return bootstrap.estimate(
        Median.of(numerators) / Median.of(denominators),
        () -> Median.of(bootstrap.draw(numerators)) / Median.of(bootstrap.draw(denominators)),
        Math.min(numerators.length, denominators.length));
  }

  private Estimate estimate(double value, DoubleSupplier sample, int count) {
    double[] samples = new double[SAMPLES];
    Arrays.setAll(samples, any -> sample.getAsDouble());
    Arrays.sort(samples);
    return new Estimate(value, at(samples, LOW), at(samples, HIGH), count);
  }

  private double[] draw(double[] values) {
    double[] drawn = new double[values.length];
    Arrays.setAll(drawn, any -> values[random.nextInt(values.length)]);
    return drawn;
  }

  private <T> List<T> drawGroups(List<List<T>> groups) {
    return groups.stream().flatMap(any -> draw(one(groups))).toList();
  }

  private <T> Stream<T> draw(List<T> values) {
    return values.stream().map(any -> one(values));
  }

  private <T> T one(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
