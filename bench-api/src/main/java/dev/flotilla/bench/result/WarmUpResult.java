package dev.flotilla.bench.result;

/**
 * The warm-up of the cluster and the client process that a steady run was measured on.
 *
 * @param seconds how long it took
 * @param flat whether throughput became flat; false if the time for it was up
 */
public record WarmUpResult(int seconds, boolean flat) {}
