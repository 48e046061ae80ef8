/**
 * The client on DPWS: discovery of the group's servers, and calls to their RAFT_Service.
 *
 * <p>Threads: the event loops of {@code dev.flotilla.dpws} run the callbacks; state that several
 * calls share is guarded as each class says. Depends on {@code dev.flotilla.client}, the wire and
 * directory packages of {@code dev.flotilla.raftdpws}, and {@code dev.flotilla.dpws}.
 */
@NullMarked
package dev.flotilla.client.dpws;

import org.jspecify.annotations.NullMarked;
