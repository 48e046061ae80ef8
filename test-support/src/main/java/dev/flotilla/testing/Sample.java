package dev.flotilla.testing;

/**
 * How much a test does that repeats itself, such as the number of its seeds: all with the profile
 * full, a sample in every other build. Safe for use by several threads.
 */
public final class Sample {
  private static final boolean IS_FULL = Boolean.getBoolean("flotilla.full");

  private Sample() {}

  /**
   * One of the two numbers.
   *
   * @param full for {@code ./mvnw verify -Pfull}
   * @param sample for a build that has to be short; at least 1
   */
  public static int of(int full, int sample) {
    return IS_FULL ? full : sample;
  }
}
