package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import java.util.List;
import java.util.Optional;

/**
 * Asks the leader to put a server in the place of its own former self, whose directory was damaged;
 * as what that is: voter, witness or learner.
 *
 * @param group the group that is meant
 * @param member who asks, in its incarnation of now
 * @param address its RAFT_Service URL, a hint
 * @param former its incarnations that ended, of which the group may know one; at most {@value
 *     #MAX_FORMER}
 */
public record ReadmitRequest(
    GroupId group, Member member, Optional<String> address, List<Incarnation> former) {
  /** More than a data directory remembers. */
  public static final int MAX_FORMER = 32;

  /** Copies the list, and rejects one that nobody has. */
  public ReadmitRequest {
    former = List.copyOf(former);
    if (former.isEmpty() || former.size() > MAX_FORMER) {
      throw new IllegalArgumentException(
          "1 to %s former incarnations, not %s".formatted(MAX_FORMER, former.size()));
    }
  }
}
