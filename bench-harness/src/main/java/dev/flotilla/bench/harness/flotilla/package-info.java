/**
 * Flotilla as a system under test: servers started by their command line, clients of the client
 * library.
 *
 * <p>Threads: in the harness, the manager's; in the client process, the clients' event loop.
 *
 * <p>May depend on {@code dev.flotilla.bench} and the client's API.
 */
@NullMarked
package dev.flotilla.bench.harness.flotilla;

import org.jspecify.annotations.NullMarked;
