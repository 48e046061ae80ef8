package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a member is to its group, for people. */
public enum MemberStatus {
  /** It votes, and holds the state. */
  VOTER,
  /** It votes, and holds no state. */
  WITNESS,
  /** It gets the log, and counts for nothing. */
  LEARNER,
  /** It gets the log, and shall vote once it has caught up. */
  JOINING,
  /** It votes until the change that is under way is made. */
  LEAVING,
  /** The configuration does not name it. */
  NONE;

  /**
   * The status of this name, in small or capital letters.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static MemberStatus parse(String name) {
    for (MemberStatus status : values()) {
      if (status.name().equalsIgnoreCase(name)) {
        return status;
      }
    }
    String known =
        Arrays.stream(values())
            .map(status -> status.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw new IllegalArgumentException("a member can be " + known + ", but not '" + name + "'");
  }

  /** What the configuration says of the member. */
  public static MemberStatus of(Member member, Configuration configuration) {
    if (configuration.voters().contains(member)) {
      boolean stays = configuration.goal().isEmpty() || configuration.goal().contains(member);
      return stays ? voter(member, configuration) : LEAVING;
    }
    if (configuration.outgoing().contains(member)) {
      return LEAVING;
    }
    if (configuration.learners().contains(member)) {
      return configuration.goal().contains(member) ? JOINING : LEARNER;
    }
    return NONE;
  }

  private static MemberStatus voter(Member member, Configuration configuration) {
    return configuration.isWitness(member) ? WITNESS : VOTER;
  }
}
