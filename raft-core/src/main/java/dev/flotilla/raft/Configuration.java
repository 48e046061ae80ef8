package dev.flotilla.raft;

import java.util.List;
import java.util.TreeSet;

/**
 * Who counts: the voters of the group, sorted and without repetition.
 *
 * @param voters at least one member
 */
public record Configuration(List<Member> voters) {
  /** Sorts, and rejects an empty list and two members with one id. */
  public Configuration {
    if (voters.isEmpty()) {
      throw new IllegalArgumentException("a configuration needs at least one voter");
    }
    TreeSet<Member> sorted = new TreeSet<>(voters);
    if (sorted.stream().map(Member::id).distinct().count() != voters.size()) {
      throw new IllegalArgumentException("a member id appears twice in " + voters);
    }
    voters = List.copyOf(sorted);
  }

  /** Whether the member votes. */
  public boolean isVoter(Member member) {
    return voters.contains(member);
  }
}
