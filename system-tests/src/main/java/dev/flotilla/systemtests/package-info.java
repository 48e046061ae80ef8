/**
 * What {@code system-tests/linearizability} runs: servers in processes of their own, clients that
 * record every operation, and faults while they do. And what {@code system-tests/storage fulldisk}
 * runs, of the same kind.
 *
 * <p>Threads: each client's own, the common pool to pace the clients, one that reads each server's
 * answers, and the main thread for the faults.
 *
 * <p>May depend on the embedding API, on the journal, on {@code bench-api} for child processes, and
 * on Gson.
 */
@NullMarked
package dev.flotilla.systemtests;

import org.jspecify.annotations.NullMarked;
