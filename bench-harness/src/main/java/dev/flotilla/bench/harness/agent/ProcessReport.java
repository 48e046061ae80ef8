package dev.flotilla.bench.harness.agent;

/**
 * How a process is.
 *
 * @param alive whether it runs
 * @param cpuMillis processor time that it has used
 * @param log the file with its output on the agent's host
 * @param logTail the end of that file
 */
record ProcessReport(boolean alive, long cpuMillis, String log, String logTail) {}
