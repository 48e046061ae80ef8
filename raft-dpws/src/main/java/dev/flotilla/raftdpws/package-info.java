/**
 * Raft on DPWS: one server of a group as a device on the network.
 *
 * <p>{@link dev.flotilla.raftdpws.RaftDevice} puts together what the packages below it hold: the
 * wire contract, the hosted service, the peers' transport, the address directory and founding.
 *
 * <p>Threads: each device has one of its own, for founding, for tending connections and for small
 * files; everything else runs on the event loops of {@code dev.flotilla.dpws} and on the threads of
 * the node.
 */
@NullMarked
package dev.flotilla.raftdpws;

import org.jspecify.annotations.NullMarked;
