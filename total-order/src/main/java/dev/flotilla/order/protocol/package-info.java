/**
 * Four protocols of total order, each without I/O, threads, clock and randomness of its own: inputs
 * are method calls, outputs are data.
 *
 * <p>Owner thread: the one thread that drives a {@link dev.flotilla.order.protocol.Protocol}. May
 * depend on raft-core; {@code RaftOrder} drives a group of it.
 */
@NullMarked
package dev.flotilla.order.protocol;

import org.jspecify.annotations.NullMarked;
