/**
 * Agents, which start the servers of a measurement on other hosts, and the manager's side of them.
 *
 * <p>Threads: an agent runs requests on one thread of its own, never on an event loop; the
 * manager's side blocks its caller.
 *
 * <p>May depend on {@code dev.flotilla.bench}, {@code dev.flotilla.dpws}, the keys of {@code
 * dev.flotilla.raftdpws}, the package of Flotilla as a system beside it, and picocli.
 */
@NullMarked
package dev.flotilla.bench.harness.agent;

import org.jspecify.annotations.NullMarked;
