package dev.flotilla.server.json;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The members of a group, and the servers that wait to become some: the document of {@code
 * members}.
 *
 * @param changing whether a change of members is under way
 * @param awaited what that change waits for; null if nothing
 */
public record MembersJson(
    String group,
    String groupId,
    List<One> members,
    List<One> waiting,
    boolean changing,
    @Nullable String awaited) {
  /**
   * A member, or a server that waits.
   *
   * @param name what people call it; null if no server knows a name
   * @param standing voter, learner, witness, joining, leaving or none
   * @param role no answer, or the role that the server reports
   */
  public record One(
      String member,
      String incarnation,
      @Nullable String name,
      String standing,
      String role,
      @Nullable Long committedIndex,
      @Nullable String address) {
    /** A member by the word for its standing, and what it reports if it answers. */
    public static One of(
        Member member, Optional<String> name, String standing, Optional<StatusResponse> status) {
      return new One(
          member.id().toString(),
          member.incarnation().toString(),
          name.orElse(null),
          standing,
          status.map(StatusResponse::role).orElse("no answer"),
          status.map(it -> it.progress().commitIndex()).orElse(null),
          status.flatMap(it -> it.self().address()).orElse(null));
    }
  }
}
