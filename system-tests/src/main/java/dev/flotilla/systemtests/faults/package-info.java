/**
 * What {@code system-tests/storage faults} runs: three servers with the key-value store, each in a
 * process of its own, clients that record every operation, and processes that are killed, stopped,
 * or told another time of day.
 *
 * <p>Threads: those of the clients, the common pool to pace them, one that reads each server's
 * answers, and the main thread for the faults.
 *
 * <p>May depend on all of the library, on {@code bench-api} for child processes, on picocli and on
 * Gson.
 */
@NullMarked
package dev.flotilla.systemtests.faults;

import org.jspecify.annotations.NullMarked;
