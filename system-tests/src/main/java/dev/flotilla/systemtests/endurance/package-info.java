/**
 * What {@code system-tests/endurance} runs: three servers of a key-value store with small heaps,
 * many commands, and a look each so often at what the servers take of heap and disk.
 *
 * <p>Threads: the main thread, and one of each client.
 *
 * <p>May depend on the client library, on the key-value store's text, on {@code bench-api} for
 * child processes, and on picocli. The servers are the command line's.
 */
@NullMarked
package dev.flotilla.systemtests.endurance;

import org.jspecify.annotations.NullMarked;
