/**
 * Raft on DPWS: adapts the ports of {@code dev.flotilla.node} to hosted services and discovery.
 *
 * <p>Threads: none of its own; calls arrive on the event loops of {@code dev.flotilla.dpws} and are
 * handed to the group thread.
 *
 * <p>May depend on {@code dev.flotilla.raft}, {@code dev.flotilla.node} and {@code
 * dev.flotilla.dpws}.
 */
@NullMarked
package dev.flotilla.raftdpws;

import org.jspecify.annotations.NullMarked;
