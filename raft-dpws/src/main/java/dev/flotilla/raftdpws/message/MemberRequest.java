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
 * @param forced in RemoveMember: whether a member that answers the leader is removed, too; absent
 *     from clients of before, which remove it
 */
public record MemberRequest(
    Optional<GroupId> group, Optional<Member> member, Optional<Boolean> forced) {
  /** Of a request that does not have to be forced. */
  public MemberRequest(Optional<GroupId> group, Optional<Member> member) {
    this(group, member, Optional.empty());
  }
}
