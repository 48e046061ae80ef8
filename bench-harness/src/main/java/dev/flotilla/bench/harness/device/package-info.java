/**
 * What the agents of benchmarks have in common: a device on their host, and the thread on which it
 * does what managers ask.
 *
 * <p>Threads: requests arrive on an event loop and run on one thread of the agent.
 *
 * <p>May depend on {@code dev.flotilla.dpws}.
 */
@NullMarked
package dev.flotilla.bench.harness.device;

import org.jspecify.annotations.NullMarked;
