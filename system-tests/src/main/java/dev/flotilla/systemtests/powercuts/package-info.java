/**
 * What {@code system-tests/storage powercuts} runs: three servers with the journal, each in a
 * process and on a file system of its own, clients that write, power cuts, and file systems that
 * become read-only.
 *
 * <p>Threads: those of the clients, the common pool to send the next command, one that reads each
 * server's answers, and the main thread for the cuts.
 *
 * <p>May depend on all of the library, on {@code bench-api} for child processes, and on picocli.
 */
@NullMarked
package dev.flotilla.systemtests.powercuts;

import org.jspecify.annotations.NullMarked;
