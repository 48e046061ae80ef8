package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.ChildProcess;
import java.util.Objects;

/**
 * How a server is.
 *
 * @param alive whether it runs
 * @param cpuMillis processor time that it has used
 * @param log the file with its output on the agent's host
 * @param lastLine the last line of that file if the server has ended; else empty
 */
record ProcessReport(boolean alive, long cpuMillis, String log, String lastLine) {
  /** Rejects a report with a missing part. */
  ProcessReport {
    Objects.requireNonNull(log, "log");
    Objects.requireNonNull(lastLine, "lastLine");
  }

  static ProcessReport of(ChildProcess process) {
    boolean alive = process.isAlive();
    return new ProcessReport(
        alive,
        process.cpuTime().toMillis(),
        process.log().toString(),
        alive ? "" : process.lastLogLine());
  }
}
