package dev.flotilla.client.dpws;

import dev.flotilla.raft.model.Member;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The members whose removal was asked for lately: whoever repeats a change that was made names a
 * member that is none any more. Any thread; holds the last 64.
 */
final class RecentMembers {
  private static final int MOST = 64;

  // Guarded by this.
  private final Deque<Member> members = new ArrayDeque<>();

  synchronized void add(Member member) {
    members.remove(member);
    members.addFirst(member);
    if (members.size() > MOST) {
      members.removeLast();
    }
  }

  /** The latest that is meant. */
  synchronized Optional<Member> find(Predicate<Member> isMeant) {
    return members.stream().filter(isMeant).findFirst();
  }
}
