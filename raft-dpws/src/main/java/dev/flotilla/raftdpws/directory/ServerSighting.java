package dev.flotilla.raftdpws.directory;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.NodeId;
import java.net.URI;
import java.util.Optional;

/**
 * What discovery says of a server of the group's name: a hint, which anybody on the network can
 * forge.
 *
 * @param server who it is
 * @param address where its RAFT_Service may be
 * @param group the founded group to which it says that it belongs; empty if it says none
 */
public record ServerSighting(NodeId server, URI address, Optional<GroupId> group) {}
