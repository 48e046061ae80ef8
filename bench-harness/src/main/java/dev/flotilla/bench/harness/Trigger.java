package dev.flotilla.bench.harness;

import java.util.Locale;

/** What the failures of a run are timed by; prints as in the results. */
public enum Trigger {
  /** The run belongs to no family of failures. */
  NONE,
  /** The paper's clock: 500 ms after the start of the workload, and 1,000 ms for the second. */
  CLOCK,
  /** One third of all commands is acknowledged, and two thirds for the second failure. */
  PROGRESS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
