package dev.flotilla.bench.harness;

import java.util.Locale;

/** How a cell is measured. */
public enum Mode {
  /**
   * As in the paper: a fresh cluster and a fresh client process for every run, 120 iterations a
   * client. It measures a cold JVM more than anything else.
   */
  PAPER,
  /** A warm cluster and a warm client process serve all client counts, each for a fixed time. */
  STEADY,
  /** The clusters of all systems are up at once, and short windows alternate between them. */
  PAIRED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
