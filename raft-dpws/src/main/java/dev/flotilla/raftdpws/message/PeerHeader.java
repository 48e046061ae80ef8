package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;

/**
 * What every request between members names (safety rule 1).
 *
 * @param version the sender's protocol version
 * @param group the group both belong to
 * @param from the sender
 * @param to the intended receiver
 */
public record PeerHeader(int version, GroupId group, Member from, Member to) {}
