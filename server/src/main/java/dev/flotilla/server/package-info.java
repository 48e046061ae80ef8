/**
 * The runnable server and the command line.
 *
 * <p>Threads: the main thread parses, starts and waits; the node does the rest.
 *
 * <p>May depend on the embedding API and what that brings, on picocli, and at run time on a logging
 * backend.
 */
@NullMarked
package dev.flotilla.server;

import org.jspecify.annotations.NullMarked;
