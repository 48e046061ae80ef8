package dev.flotilla.bench.harness.stats;

import java.util.Locale;

/**
 * A figure with its 95 % confidence interval.
 *
 * @param value the estimate
 * @param low lower end of the interval
 * @param high upper end
 * @param count how many values it comes from; an interval from fewer than {@link #ENOUGH} values
 *     says little
 */
public record Estimate(double value, double low, double high, int count) {
  /** From so many values on, a bootstrap interval is worth something. */
  public static final int ENOUGH = 3;

  /** Whether there are enough values for an interval. */
  public boolean hasInterval() {
    return count >= ENOUGH;
  }

  /** Whether a ratio is certainly above 1, certainly below 1, or neither. */
  public Verdict verdict() {
    if (!hasInterval()) {
      return Verdict.UNKNOWN;
    }
    if (low > 1) {
      return Verdict.ABOVE;
    }
    return high < 1 ? Verdict.BELOW : Verdict.LEVEL;
  }

  /** Such as {@code 1.48 (1.40-1.55)}; without the brackets if the interval is unknown. */
  public String text() {
    return hasInterval()
        ? String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", value, low, high)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  /** What the interval of a ratio says. */
  public enum Verdict {
    /** The whole interval is above 1. */
    ABOVE,
    /** The interval contains 1: the difference is within the noise. */
    LEVEL,
    /** The whole interval is below 1. */
    BELOW,
    /** There are too few values. */
    UNKNOWN
  }
}
