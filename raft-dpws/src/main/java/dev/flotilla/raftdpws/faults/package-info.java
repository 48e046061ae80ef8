/**
 * Losing and delaying what a server sends to the other members, for drills and benchmarks.
 *
 * <p>Threads: one serves the port that sets faults, one sends delayed messages; both only while
 * there are faults to be set. Off unless a server is given a port for it.
 */
@NullMarked
package dev.flotilla.raftdpws.faults;

import org.jspecify.annotations.NullMarked;
