/**
 * The program that servers of a measurement run in, which ends with the process that started it.
 *
 * <p>Threads: the server's own, and one that waits for the end of standard input.
 *
 * <p>May depend on {@code dev.flotilla.bench}. Unlike the rest of the module it owns its process,
 * and may end it.
 */
@NullMarked
package dev.flotilla.bench.leash;

import org.jspecify.annotations.NullMarked;
