package dev.flotilla.bench.harness.kvreport;

import java.time.Duration;

/**
 * How long a run of the report's experiments is.
 *
 * @param commands puts of each client, and gets
 * @param chaosCommands puts of each client while links are bad
 * @param chaosStep how long a chaos matrix lasts before the next one
 */
record KvReportSettings(int commands, int chaosCommands, Duration chaosStep) {
  /** The report's thousand. */
  static final KvReportSettings WHOLE = new KvReportSettings(1_000, 100, Duration.ofSeconds(2));

  /** Short enough for all quick experiments in three minutes. */
  static final KvReportSettings QUICK = new KvReportSettings(100, 20, Duration.ofSeconds(2));
}
