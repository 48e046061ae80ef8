package dev.flotilla.bench.harness.agent;

import java.util.Objects;

/**
 * How a server is.
 *
 * @param alive whether it runs
 * @param cpuMillis processor time that it has used
 * @param log the file with its output on the agent's host
 * @param logTail the end of that file if the server has ended; else empty
 */
record ProcessReport(boolean alive, long cpuMillis, String log, String logTail) {
  ProcessReport {
    Objects.requireNonNull(log, "log");
    Objects.requireNonNull(logTail, "logTail");
  }
}
