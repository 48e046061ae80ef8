package dev.flotilla.bench.harness;

import java.util.Map;

/**
 * How many commands a client has in the cells whose failures progress times; a line of {@code
 * iterations.jsonl}.
 *
 * @param servers the size of the cluster
 * @param clients how many clients
 * @param iterations commands of each client, the same for every system
 * @param seconds how long the last run without failures of each system took
 */
record IterationCount(int servers, int clients, int iterations, Map<String, Double> seconds) {}
