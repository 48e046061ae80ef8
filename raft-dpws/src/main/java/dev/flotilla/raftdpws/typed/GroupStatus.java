package dev.flotilla.raftdpws.typed;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.List;
import java.util.Optional;

/**
 * The answer to Status: the part of a server's status that clients use.
 *
 * @param group the name of the group
 * @param groupId its id, once it is founded
 * @param member the id of the server
 * @param role what the server does
 * @param leader the address of this service at the leader, if one is known
 * @param term the term of the server
 * @param commitIndex the last log entry that it knows to be committed
 * @param appliedIndex the last log entry that it has applied
 * @param waitingFor what it waits for, as text, if it does
 * @param members the members of the group
 */
public record GroupStatus(
    String group,
    Optional<String> groupId,
    String member,
    ServerRole role,
    Optional<String> leader,
    long term,
    long commitIndex,
    long appliedIndex,
    Optional<String> waitingFor,
    List<MemberEntry> members) {
  /** Copies the list of members. */
  public GroupStatus {
    members = List.copyOf(members);
  }

  /**
   * A member of the group.
   *
   * @param id its id
   * @param address the address of this service there, if it is known
   * @param membership what it is to the group
   */
  public record MemberEntry(String id, Optional<String> address, MemberStatus membership) {
    static MemberEntry of(MemberAddress known, Configuration configuration) {
      return new MemberEntry(
          known.member().id().toString(),
          known.address().map(TypedContract::besides),
          MemberStatus.of(known.member(), configuration));
    }
  }

  /** The part of a status that clients use. */
  public static GroupStatus of(StatusResponse status) {
    Configuration configuration = status.configuration().orElse(Configuration.NONE);
    return new GroupStatus(
        status.name(),
        status.group().map(GroupId::value),
        status.self().member().id().toString(),
        status.serverRole(),
        status.leader().flatMap(MemberAddress::address).map(TypedContract::besides),
        status.progress().term(),
        status.progress().commitIndex(),
        status.progress().appliedIndex(),
        status.waitingFor(),
        status.members().stream().map(it -> MemberEntry.of(it, configuration)).toList());
  }
}
