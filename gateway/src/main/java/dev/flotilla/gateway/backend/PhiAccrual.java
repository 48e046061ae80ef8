package dev.flotilla.gateway.backend;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The phi accrual failure detector of Hayashibara and others (2004): the longer a sign of life is
 * overdue, compared with the intervals before, the higher is phi. Phi is the negative decimal
 * logarithm of the probability that the sign is only late: at 8 it is one in 100 million.
 *
 * <p>One thread at a time.
 */
public final class PhiAccrual {
  private static final int MAX_SAMPLES = 100;

  /** A pause of the peer or the network that is no reason for suspicion. */
  private static final double ACCEPTABLE_PAUSE_MILLIS = 500;

  /** However regular the signs were: less would suspect at every hiccup. */
  private static final double MIN_DEVIATION_MILLIS = 100;

  private final ArrayDeque<Double> intervals = new ArrayDeque<>();
  private final double firstIntervalMillis;
  private boolean hasBegun;
  private long lastNanos;

  /**
   * A detector that has seen nothing yet.
   *
   * @param expectedIntervalMillis what to expect until there are intervals to go by
   */
  public PhiAccrual(long expectedIntervalMillis) {
    this.firstIntervalMillis = expectedIntervalMillis;
  }

  /** A sign of life came. */
  public void heard(long nowNanos) {
    if (hasBegun) {
      intervals.addLast(millisSinceLast(nowNanos));
      if (intervals.size() > MAX_SAMPLES) {
        intervals.removeFirst();
      }
    }
    hasBegun = true;
    lastNanos = nowNanos;
  }

  /** Forgets all intervals, as after a silence that was a failure. */
  public void restart(long nowNanos) {
    intervals.clear();
    hasBegun = true;
    lastNanos = nowNanos;
  }

  /** How suspicious the silence is; 0 before the first sign. */
  public double phi(long nowNanos) {
    if (!hasBegun) {
      return 0;
    }
    double mean = mean() + ACCEPTABLE_PAUSE_MILLIS;
    double deviation = Math.max(deviation(), MIN_DEVIATION_MILLIS);
    double y = (millisSinceLast(nowNanos) - mean) / deviation;
    // The logistic approximation of the normal distribution's tail.
    double e = Math.exp(-y * (1.5976 + 0.070566 * y * y));
    double isLate = y > 0 ? e / (1 + e) : 1 - 1 / (1 + e);
    return isLate <= 0 ? Double.MAX_VALUE : -Math.log10(isLate);
  }

  private double millisSinceLast(long nowNanos) {
    return (nowNanos - lastNanos) / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }

  private double mean() {
    return intervals.stream().mapToDouble(it -> it).average().orElse(firstIntervalMillis);
  }

  private double deviation() {
    double mean = mean();
    return Math.sqrt(
        intervals.stream()
            .mapToDouble(it -> (it - mean) * (it - mean))
            .average()
            .orElse(firstIntervalMillis * firstIntervalMillis / 16));
  }
}
