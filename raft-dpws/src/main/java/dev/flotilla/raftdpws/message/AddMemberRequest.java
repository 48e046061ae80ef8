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
 * @param forced whether a member that answers the leader is replaced, too
 */
public record AddMemberRequest(
    Optional<GroupId> group,
    Member member,
    Optional<String> address,
    MemberStatus as,
    Optional<NodeId> replaces,
    boolean forced) {
  /** Rejects what nobody can be added as. */
  public AddMemberRequest {
    if (as != MemberStatus.VOTER && as != MemberStatus.WITNESS && as != MemberStatus.LEARNER) {
      throw new IllegalArgumentException(
          "a member is added as voter, witness or learner, not as " + as);
    }
  }

  /** Replaces only a member that does not answer. */
  public AddMemberRequest(
      Optional<GroupId> group,
      Member member,
      Optional<String> address,
      MemberStatus as,
      Optional<NodeId> replaces) {
    this(group, member, address, as, replaces, false);
  }
}
