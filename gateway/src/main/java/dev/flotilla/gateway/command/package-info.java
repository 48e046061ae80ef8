/**
 * The command line {@code flotilla gateway}.
 *
 * <p>Threads: the main thread, which blocks.
 */
@NullMarked
package dev.flotilla.gateway.command;

import org.jspecify.annotations.NullMarked;
