package dev.flotilla.raftdpws.admission;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What the members shall be after an operator's request: where a change that is under way leads to,
 * with one member more, less, or of another standing. A request that is made already changes
 * nothing, so that it may be sent again.
 *
 * <p>One thread at a time. Methods throw {@link IllegalArgumentException}, with the reason, for
 * what no group can be.
 */
public final class MemberPlan {
  private final Configuration now;
  private final List<Member> voters;
  private final List<Member> learners;
  private final List<Member> witnesses;

  /** Starts from where the configuration leads to. */
  public MemberPlan(Configuration now) {
    this.now = now;
    voters = new ArrayList<>(now.goal().isEmpty() ? now.voters() : now.goal());
    learners = new ArrayList<>(now.standingLearners());
    witnesses = new ArrayList<>(now.witnesses());
  }

  /** With a server more, in the place of its former incarnations and of whom it replaces. */
  public Configuration adding(Member member, MemberStatus as, Optional<NodeId> replaced) {
    drop(it -> it.id().equals(member.id()) || isReplaced(it, replaced));
    if (as == MemberStatus.LEARNER) {
      learners.add(member);
    } else {
      voters.add(member);
    }
    if (as == MemberStatus.WITNESS) {
      witnesses.add(member);
    }
    return target();
  }

  /**
   * With a member's next incarnation in the place of one that has ended, as what that was.
   *
   * @param former those that have ended
   */
  public Configuration readmitting(Member member, List<Incarnation> former) {
    if (now.isMember(member)) {
      return target();
    }
    Member old =
        Stream.concat(voters.stream(), learners.stream())
            .filter(it -> it.id().equals(member.id()) && former.contains(it.incarnation()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(notOurs(member)));
    List.of(voters, learners, witnesses)
        .forEach(all -> all.replaceAll(it -> it.equals(old) ? member : it));
    return target();
  }

  private String notOurs(Member member) {
    return Stream.concat(voters.stream(), learners.stream())
        .filter(it -> it.id().equals(member.id()))
        .map(it -> it + " is a member, and none that " + member + " was before")
        .findFirst()
        .orElse(member.id() + " is no member of the group any more");
  }

  /**
   * Without a member. If the others that shall vote are no group, and the member does not vote yet,
   * the change is given up that waits for it.
   */
  public Configuration removing(Member member) {
    drop(member::equals);
    if (now.goal().contains(member) && !now.isVoter(member) && !isGroup()) {
      stay();
    }
    if (voters.isEmpty()) {
      throw new IllegalArgumentException(
          member.id() + " is the last voter; add another one before, or replace it by one");
    }
    return target();
  }

  /** With a learner as a voter. */
  public Configuration promoting(Member member) {
    if (learners.remove(member)) {
      voters.add(member);
    } else if (!voters.contains(member)) {
      throw new IllegalArgumentException(
          member.id() + " is no learner; a server is added before it is promoted");
    }
    return target();
  }

  /** Whether there is a voter, and every majority has one that holds the state. */
  private boolean isGroup() {
    return !voters.isEmpty()
        && 2 * voters.stream().filter(witnesses::contains).count() <= voters.size();
  }

  /** Who votes now goes on, and is no learner from then on. */
  private void stay() {
    voters.clear();
    voters.addAll(now.voters());
    learners.removeIf(it -> voters.stream().map(Member::id).anyMatch(it.id()::equals));
  }

  private static boolean isReplaced(Member member, Optional<NodeId> replaced) {
    return replaced.filter(member.id()::equals).isPresent();
  }

  private void drop(Predicate<Member> which) {
    voters.removeIf(which);
    learners.removeIf(which);
    witnesses.removeIf(which);
  }

  private Configuration target() {
    witnesses.removeIf(it -> !voters.contains(it) && !learners.contains(it));
    return Configuration.of(voters, learners, witnesses);
  }
}
