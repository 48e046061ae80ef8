/**
 * What {@code system-tests/watch} runs beside the command line: a process with many watches that
 * take their events slowly.
 *
 * <p>Threads: the main thread, and one of each watch.
 *
 * <p>May depend on the client library and on picocli.
 */
@NullMarked
package dev.flotilla.systemtests.watch;

import org.jspecify.annotations.NullMarked;
