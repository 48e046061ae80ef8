/**
 * The contract by which the benchmark manager of 2014 drives servers and clients: a device with the
 * ManagementService of that time, which starts one real process of Flotilla.
 *
 * <p>Threads: requests arrive on event loops and run on one thread of the agent; another thread
 * reads what the client process prints. The client process has a main thread and those of the
 * client library.
 *
 * <p>May depend on {@code dev.flotilla.bench}, {@code dev.flotilla.dpws}, {@code
 * dev.flotilla.raftdpws}, {@code dev.flotilla.client}, and the package of Flotilla as a system, and
 * the package of the device that it shares with the other agents.
 */
@NullMarked
package dev.flotilla.bench.harness.management;

import org.jspecify.annotations.NullMarked;
