package dev.flotilla.bench.harness.paired;

import java.time.Duration;

/**
 * How windows are measured.
 *
 * @param window length of a window
 * @param settle how long a system is loaded before its window begins
 * @param rounds rounds of each cell; every system has one window in each
 * @param rate commands a second of all clients together; 0 for a closed loop
 */
public record PairedPlan(Duration window, Duration settle, int rounds, int rate) {
  /** Refuses what measures nothing. */
  public PairedPlan {
    if (window.toMillis() < 100) {
      throw new IllegalArgumentException(
          "--window is " + window.toMillis() + " ms; give at least 1 s");
    }
    if (rounds < 2) {
      throw new IllegalArgumentException(
          "--rounds is " + rounds + "; give at least 2, so that both orders occur");
    }
    if (rate < 0) {
      throw new IllegalArgumentException("--rate is " + rate + "; give 0 or more");
    }
  }
}
