package dev.flotilla.raftdpws.peer;

import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.GroupId;
import dev.flotilla.raft.Member;
import java.util.List;

/**
 * A founded group as one of its members sees it.
 *
 * @param group the group's id
 * @param self this server
 * @param configuration who votes
 */
public record Membership(GroupId group, Member self, Configuration configuration) {
  /** The voters but this server. */
  public List<Member> others() {
    return configuration.voters().stream().filter(member -> !member.equals(self)).toList();
  }
}
