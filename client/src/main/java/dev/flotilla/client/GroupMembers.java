package dev.flotilla.client;

import java.util.List;
import java.util.Optional;

/**
 * Who belongs to a group, and who waits to, as its servers have told. Immutable.
 *
 * @param groupId the group's id
 * @param members who belongs to it, by the server that is the furthest
 * @param isChanging whether a change of the members is under way
 * @param leader the id of the member that leads, if a server says that it does
 * @param servers the servers that answered, members and others
 * @param waiting the ids of servers that wait to be made members
 */
public record GroupMembers(
    String groupId,
    List<GroupMember> members,
    boolean isChanging,
    Optional<String> leader,
    List<ServerStatus> servers,
    List<String> waiting) {
  /** Copies the lists. */
  public GroupMembers {
    members = List.copyOf(members);
    servers = List.copyOf(servers);
    waiting = List.copyOf(waiting);
  }

  /** The ids of those that vote: voters, and witnesses. */
  public List<String> voters() {
    return members.stream()
        .filter(it -> it.kind() == MemberKind.VOTER || it.kind() == MemberKind.WITNESS)
        .map(GroupMember::id)
        .toList();
  }
}
