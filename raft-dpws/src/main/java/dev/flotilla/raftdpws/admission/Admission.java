package dev.flotilla.raftdpws.admission;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides for a leader which change of members its policy wants next. Immutable; any thread.
 *
 * <p>One change at a time; none before the leader has led for a while, and none without answers of
 * a majority of the voters, those after the change included.
 */
final class Admission {
  /** As many learners are admitted; an operator may add more. */
  static final int MAX_LEARNERS = 5;

  /** A learner has caught up if it lacks so few entries. */
  static final long MAX_BEHIND = 1_000;

  /** The longest election timeouts for which a leader leads before it changes anything. */
  static final int SETTLED_TIMEOUTS = 10;

  private final AdmissionPolicy policy;
  private final long electionMaxNanos;

  Admission(AdmissionPolicy policy, long electionMaxNanos) {
    this.policy = policy;
    this.electionMaxNanos = electionMaxNanos;
  }

  /**
   * What a leader knows.
   *
   * @param self the leader
   * @param leadsNanos for how long it has led
   * @param configuration the members
   * @param followers how they are
   * @param waiting servers that wait to be made members, and have answered a moment ago
   */
  record View(
      Member self,
      long leadsNanos,
      Configuration configuration,
      List<FollowerDistance> followers,
      List<Member> waiting) {}

  /** A change. */
  sealed interface Step {
    /** Make a server a learner. */
    record Admit(Member server) implements Step {}

    /** Make a learner a voter. */
    record Promote(Member learner) implements Step {}

    /** Put a learner in the place of a voter, if a majority of the voters finds that silent. */
    record Replace(Member silent, Member by) implements Step {}
  }

  Optional<Step> next(View view) {
    Configuration now = view.configuration();
    if (policy.admits() == AdmissionPolicy.Admits.NOBODY
        || now.isChanging()
        || view.leadsNanos() < SETTLED_TIMEOUTS * electionMaxNanos
        || !majorityAnswers(view, now.voters())) {
      return Optional.empty();
    }
    return replacement(view).or(() -> promotion(view)).or(() -> admission(view));
  }

  private Optional<Step> replacement(View view) {
    if (policy.replaceAfter().isEmpty()) {
      return Optional.empty();
    }
    long limitNanos = policy.replaceAfter().get().toNanos();
    Configuration now = view.configuration();
    Optional<Member> silent =
        now.voters().stream()
            .filter(voter -> !now.isWitness(voter) && isSilentFor(view, voter, limitNanos))
            .findFirst();
    if (silent.isEmpty() || view.leadsNanos() < limitNanos) {
      return Optional.empty();
    }
    return ready(view)
        .map(learner -> (Step) new Step.Replace(silent.get(), learner))
        .filter(step -> majorityAnswers(view, replaced(now, (Step.Replace) step)));
  }

  private static List<Member> replaced(Configuration now, Step.Replace step) {
    return now.voters().stream()
        .map(voter -> voter.equals(step.silent()) ? step.by() : voter)
        .toList();
  }

  private Optional<Step> promotion(View view) {
    return view.configuration().voters().size() < policy.voters()
        ? ready(view).map(Step.Promote::new)
        : Optional.empty();
  }

  private Optional<Step> admission(View view) {
    Configuration now = view.configuration();
    if (now.learners().size() >= MAX_LEARNERS) {
      return Optional.empty();
    }
    return view.waiting().stream()
        .filter(server -> now.members().stream().noneMatch(it -> it.id().equals(server.id())))
        .findFirst()
        .map(Step.Admit::new);
  }

  /** A learner that answers, holds the state, and has caught up. */
  private Optional<Member> ready(View view) {
    Configuration now = view.configuration();
    Predicate<FollowerDistance> isReady =
        it ->
            now.standingLearners().contains(it.member())
                && !now.isWitness(it.member())
                && it.matchIndex() > 0
                && it.entriesBehind() <= MAX_BEHIND
                && it.snapshotBytesLeft().isEmpty()
                && answers(view, it.member());
    return view.followers().stream().filter(isReady).map(FollowerDistance::member).findFirst();
  }

  private boolean majorityAnswers(View view, List<Member> voters) {
    long answering = voters.stream().filter(voter -> answers(view, voter)).count();
    return 2 * answering > voters.size();
  }

  private boolean answers(View view, Member member) {
    return silentNanos(view, member) <= 2 * electionMaxNanos;
  }

  /** Nothing is known of a follower that is missing in the report. */
  private static boolean isSilentFor(View view, Member member, long nanos) {
    return view.followers().stream()
        .anyMatch(it -> it.member().equals(member) && it.silentNanos() >= nanos);
  }

  private static long silentNanos(View view, Member member) {
    if (member.equals(view.self())) {
      return 0;
    }
    return view.followers().stream()
        .filter(it -> it.member().equals(member))
        .mapToLong(FollowerDistance::silentNanos)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }
}
