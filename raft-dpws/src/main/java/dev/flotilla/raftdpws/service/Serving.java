package dev.flotilla.raftdpws.service;

import dev.flotilla.node.RaftNode;
import dev.flotilla.raftdpws.peer.DpwsTransport;
import dev.flotilla.raftdpws.peer.Membership;

/**
 * What exists only once the group is founded.
 *
 * @param membership who belongs to it
 * @param node this server's node
 * @param transport between the nodes
 */
public record Serving(Membership membership, RaftNode node, DpwsTransport transport) {}
