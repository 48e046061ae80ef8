package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.Optional;

/**
 * Asks the leader to make a server a member. A former incarnation of it is replaced.
 *
 * @param group the group that is meant, if the client knows it
 * @param member who, in the incarnation that its status tells
 * @param address its RAFT_Service URL, a hint
 * @param as {@code VOTER}, {@code WITNESS} or {@code LEARNER}
 * @param replaces a member that leaves by the same change
 */
public record AddMemberRequest(
    Optional<GroupId> group,
    Member member,
    Optional<String> address,
    MemberStatus as,
    Optional<NodeId> replaces) {
  /** Rejects what nobody can be added as. */
  public AddMemberRequest {
    if (as != MemberStatus.VOTER && as != MemberStatus.WITNESS && as != MemberStatus.LEARNER) {
      throw new IllegalArgumentException(
          "a member is added as voter, witness or learner, not as " + as);
    }
  }
}
