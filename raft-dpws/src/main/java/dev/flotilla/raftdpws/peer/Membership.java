package dev.flotilla.raftdpws.peer;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;

/**
 * What a server knows of its group before its log tells more.
 *
 * @param group the group's id
 * @param self this server
 * @param founders who founded the group, this server among them; {@link Configuration#NONE} if it
 *     joins
 */
public record Membership(GroupId group, Member self, Configuration founders) {}
