package dev.flotilla.bench.result;

/**
 * A server that was killed during a run, or would have been.
 *
 * @param role what it was: {@code leader} or {@code follower}
 * @param server its number, from 1
 * @param atMillis when, from the start of the workload
 * @param acknowledgedShare the share of all commands that were acknowledged by then, from 0 to 1
 * @param afterEnd whether the run had ended before; then nothing was killed, and {@code atMillis}
 *     is when it would have been
 */
public record KillRecord(
    String role, int server, double atMillis, double acknowledgedShare, boolean afterEnd) {}
