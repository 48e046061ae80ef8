package dev.flotilla.sim;

/** At which moment a process may end, for the counts. */
final class Moment {
  static final String BETWEEN_CYCLES = "between cycles";
  static final String WRITTEN = "between written and forced";
  static final String FORCED = "between forced and sent";
  static final String SNAPSHOT = "while it writes a snapshot";
  static final String APPLIED = "between applied and answered";

  private Moment() {}
}
