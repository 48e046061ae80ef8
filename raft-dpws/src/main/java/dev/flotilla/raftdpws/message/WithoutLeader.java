package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.Collection;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Why a group has no leader, in words. Any thread. */
public final class WithoutLeader {
  private WithoutLeader() {}

  /**
   * Says whether a majority can be reached, and how many members that vote have answered.
   *
   * @param members who votes
   * @param hasAnswered whether a member has answered lately
   */
  public static String reason(Configuration members, Predicate<Member> hasAnswered) {
    long voters = voters(members).count();
    long answered = voters(members).filter(hasAnswered).count();
    boolean isMajorityThere =
        isMajority(members.voters(), hasAnswered)
            && (members.outgoing().isEmpty() || isMajority(members.outgoing(), hasAnswered));
    return "no leader: %s: %s of %s voting members answered"
        .formatted(
            isMajorityThere ? "an election is under way" : "no majority is reachable",
            answered,
            voters);
  }

  private static Stream<Member> voters(Configuration members) {
    return Stream.concat(members.voters().stream(), members.outgoing().stream()).distinct();
  }

  private static boolean isMajority(Collection<Member> voters, Predicate<Member> hasAnswered) {
    return 2 * voters.stream().filter(hasAnswered).count() > voters.size();
  }
}
