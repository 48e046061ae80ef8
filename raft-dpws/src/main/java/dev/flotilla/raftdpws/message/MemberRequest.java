package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * Asks something that concerns a member: RemoveMember, Promote, TransferLeadership, TakeSnapshot,
 * ConfirmSilence.
 *
 * @param group the group that is meant, if the client knows it
 * @param member who; may be left out where the server can choose, or means itself
 */
public record MemberRequest(Optional<GroupId> group, Optional<Member> member) {}
