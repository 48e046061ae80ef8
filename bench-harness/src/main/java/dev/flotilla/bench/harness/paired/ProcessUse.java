package dev.flotilla.bench.harness.paired;

/**
 * What one process used for one window; 0 where the operating system does not say.
 *
 * @param process the process's name
 * @param cpuSeconds user and system time
 * @param voluntarySwitches how often one of its threads went to sleep
 * @param compilerSeconds CPU time of the threads that compile, part of {@code cpuSeconds}
 * @param collectorSeconds CPU time of the threads that collect garbage, part of {@code cpuSeconds}
 * @param writtenBytes bytes that it caused to be written to disks
 */
public record ProcessUse(
    String process,
    double cpuSeconds,
    long voluntarySwitches,
    double compilerSeconds,
    double collectorSeconds,
    long writtenBytes) {}
