package dev.flotilla.raftdpws.wire;

import dev.flotilla.raft.Member;
import java.net.URI;

/**
 * One founder of a group.
 *
 * @param member who founds
 * @param address its RAFT_Service URL at the time
 */
public record Founder(Member member, URI address) {}
