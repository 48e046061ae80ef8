/**
 * What system tests have in common: a server in a process of its own, groups of them, what such
 * servers answer, clients that record every operation, and the shape of the commands. And what
 * {@code system-tests/linearizability} runs: lists, and faults while clients go on; and what {@code
 * system-tests/storage fulldisk} runs.
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
