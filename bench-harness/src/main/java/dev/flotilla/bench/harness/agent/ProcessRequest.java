package dev.flotilla.bench.harness.agent;

/**
 * Asks an agent to kill a process, or how it is.
 *
 * @param caller who asks
 * @param process one that the same manager has started
 */
record ProcessRequest(Caller caller, ProcessName process) {}
