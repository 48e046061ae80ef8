/**
 * Losing and delaying messages between servers: a transport with faults inside a server process
 * that only benchmarks start, a port on loopback that sets them, and the harness's side of both.
 *
 * <p>Threads: in a server, one thread serves the port and one sends delayed messages; in the
 * harness, everything happens on the calling thread.
 *
 * <p>May depend on the library, the state machines, and {@code dev.flotilla.bench}.
 */
@NullMarked
package dev.flotilla.bench.harness.faults;

import org.jspecify.annotations.NullMarked;
