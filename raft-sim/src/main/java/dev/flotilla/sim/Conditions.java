package dev.flotilla.sim;

import java.util.SplittableRandom;

/**
 * Under which conditions faults are drawn.
 *
 * @param servers how many servers they may concern
 * @param changes how often other servers are to become the members
 * @param driftPerMille by how much one clock may run faster than another; 0 if nothing rests on
 *     clocks, so that they may also jump
 * @param aimed whether some of the faults know the protocol
 */
record Conditions(int servers, int changes, int driftPerMille, boolean aimed) {
  private static final double THOUSAND = 1000;

  /** A group that stays as it is, and rests on no clock; nobody aims. */
  static Conditions of(int servers) {
    return new Conditions(servers, 0, 0, /* aimed= */ false);
  }

  boolean mayClocksJump() {
    return driftPerMille == 0;
  }

  /** A rate for a clock. */
  double rate(SplittableRandom random) {
    if (mayClocksJump()) {
      return 0.5 + random.nextDouble();
    }
    // The fastest against the slowest is what may be; the rest are between.
    double most = Math.sqrt(1 + driftPerMille / THOUSAND);
    return 1 / most + random.nextDouble() * (most - 1 / most);
  }
}
