/**
 * What {@code system-tests/storage} runs: data directories that come to harm, and a server that is
 * started on them again.
 *
 * <p>Threads: the main thread, and those of the one node that runs at a time.
 *
 * <p>May depend on the node, on the journal, and on picocli.
 */
@NullMarked
package dev.flotilla.systemtests.storage;

import org.jspecify.annotations.NullMarked;
