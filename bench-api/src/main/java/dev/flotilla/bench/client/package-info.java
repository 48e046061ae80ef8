/**
 * The client process: it hosts all clients of a run, and the harness steers it by lines of text.
 *
 * <p>Threads: in the client process, {@code main} reads requests and one thread a client starts its
 * loop, which goes on where the system's answers arrive; in the harness, one thread reads replies.
 *
 * <p>May depend on {@code dev.flotilla.bench}, the JDK and HdrHistogram only.
 */
@NullMarked
package dev.flotilla.bench.client;

import org.jspecify.annotations.NullMarked;
