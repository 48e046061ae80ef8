package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * A member, and where it can be reached as far as the teller knows.
 *
 * @param member the member
 * @param address its RAFT_Service URL
 */
public record MemberAddress(Member member, Optional<String> address) {}
