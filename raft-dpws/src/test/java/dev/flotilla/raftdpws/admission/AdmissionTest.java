package dev.flotilla.raftdpws.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raftdpws.admission.Admission.Step;
import dev.flotilla.raftdpws.admission.AdmissionPolicy.Admits;
import dev.flotilla.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final long TIMEOUT = 300_000_000L;
  private static final long SETTLED = Admission.SETTLED_TIMEOUTS * TIMEOUT;
  private static final Duration LIMIT = Await.limit();
  private static final long SILENT = LIMIT.toNanos() + 1;
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final Member C = member(3);
  private static final Member D = member(4);
  private static final Member E = member(5);
  private static final AdmissionPolicy THREE =
      new AdmissionPolicy(Admits.CERTIFIED, 3, Optional.of(LIMIT));

  @Test
  void aServerThatWaitsBecomesALearnerThenAVoter() {
    assertThat(next(THREE, SETTLED, List.of(A), List.of(), List.of(), List.of(B)))
        .contains(new Step.Admit(B));
    assertThat(next(THREE, SETTLED, List.of(A), List.of(B), List.of(far(B)), List.of())).isEmpty();
    assertThat(next(THREE, SETTLED, List.of(A), List.of(B), List.of(near(B)), List.of()))
        .contains(new Step.Promote(B));
  }

  @Test
  void withEnoughVotersALearnerStaysOne() {
    assertThat(
            next(
                THREE,
                SETTLED,
                List.of(A, B, C),
                List.of(D),
                List.of(near(B), near(C), near(D)),
                List.of()))
        .isEmpty();
  }

  @Test
  void withoutAMajorityThatAnswersNothingChanges() {
    assertThat(
            next(
                THREE,
                2 * SILENT,
                List.of(A, B, C),
                List.of(D),
                List.of(silent(B), silent(C), near(D)),
                List.of(E)))
        .isEmpty();
  }

  @Test
  void aLeaderThatWasJustElectedChangesNothing() {
    assertThat(next(THREE, SETTLED - 1, List.of(A), List.of(), List.of(), List.of(B))).isEmpty();
  }

  @Test
  void duringAChangeNoOtherBegins() {
    Configuration changing =
        new Configuration(List.of(A)).towards(new Configuration(List.of(A, B)));
    assertThat(
            new Admission(THREE, TIMEOUT)
                .next(new Admission.View(A, SETTLED, changing, List.of(near(B)), List.of(C))))
        .isEmpty();
  }

  @Test
  void aSilentVoterIsReplacedByALearnerThatIsNear() {
    List<FollowerDistance> followers = List.of(near(B), silent(C), near(D));
    assertThat(next(THREE, SILENT, List.of(A, B, C), List.of(D), followers, List.of()))
        .contains(new Step.Replace(C, D));
    // One that leads for less time than that has not listened for long enough.
    assertThat(next(THREE, SETTLED, List.of(A, B, C), List.of(D), followers, List.of())).isEmpty();
  }

  @Test
  void aVoterThatIsMissingInTheReportKeepsItsPlace() {
    assertThat(
            next(THREE, SILENT, List.of(A, B, C), List.of(D), List.of(near(B), near(D)), List.of()))
        .isEmpty();
  }

  @Test
  void withoutALearnerASilentVoterKeepsItsPlace() {
    assertThat(
            next(
                THREE, SILENT, List.of(A, B, C), List.of(), List.of(near(B), silent(C)), List.of()))
        .isEmpty();
  }

  @Test
  void withoutKeysLearnersStayLearners() {
    AdmissionPolicy learners = new AdmissionPolicy(Admits.LEARNERS, 0, Optional.empty());
    assertThat(next(learners, SETTLED, List.of(A), List.of(), List.of(), List.of(B)))
        .contains(new Step.Admit(B));
    assertThat(next(learners, SETTLED, List.of(A), List.of(B), List.of(near(B)), List.of()))
        .isEmpty();
    assertThatThrownBy(() -> new AdmissionPolicy(Admits.LEARNERS, 3, Optional.empty()))
        .hasMessageContaining("certificates");
  }

  @Test
  void noMoreLearnersAreAdmittedThanThereMayBe() {
    List<Member> learners = List.of(member(11), member(12), member(13), member(14), member(15));
    assertThat(next(THREE, SETTLED, List.of(A), learners, List.of(), List.of(B))).isEmpty();
  }

  @Test
  void whateverHappensAMajorityOfBothSidesAnswers() {
    long seed = System.nanoTime();
    int steps = 0;
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      Admission.View view = drawn(random);
      Optional<Step> step = new Admission(THREE, TIMEOUT).next(view);
      if (step.isPresent()) {
        steps++;
        List<Member> voters = view.configuration().voters();
        List<Member> after = new ArrayList<>(voters);
        if (step.get() instanceof Step.Promote promote) {
          after.add(promote.learner());
        } else if (step.get() instanceof Step.Replace replace) {
          after.remove(replace.silent());
          after.add(replace.by());
          assertThat(silence(view, replace.silent())).as("seed " + seed).isGreaterThan(SILENT - 2);
        }
        assertThat(2 * answering(view, voters)).as("seed " + seed).isGreaterThan(voters.size());
        assertThat(2 * answering(view, after)).as("seed " + seed).isGreaterThan(after.size());
        assertThat(after.size()).as("seed " + seed).isLessThanOrEqualTo(Math.max(3, voters.size()));
      }
    }
    assertThat(steps).as("seed " + seed).isGreaterThan(1_000);
  }

  private static Admission.View drawn(Random random) {
    List<Member> voters = new ArrayList<>(List.of(A));
    List<Member> learners = new ArrayList<>();
    List<Member> waiting = new ArrayList<>();
    List<FollowerDistance> followers = new ArrayList<>();
    for (Member other : List.of(B, C, D, E)) {
      List.of(voters, learners, waiting).get(random.nextInt(3)).add(other);
      followers.add(
          switch (random.nextInt(4)) {
            case 0 -> silent(other);
            case 1 -> far(other);
            default -> near(other);
          });
    }
    followers.removeIf(it -> waiting.contains(it.member()));
    return new Admission.View(
        A,
        random.nextBoolean() ? SETTLED : 2 * SILENT,
        Configuration.of(voters, learners, List.of()),
        followers,
        waiting);
  }

  private static long answering(Admission.View view, List<Member> voters) {
    return voters.stream().filter(it -> silence(view, it) <= 2 * TIMEOUT).count();
  }

  private static long silence(Admission.View view, Member member) {
    return view.followers().stream()
        .filter(it -> it.member().equals(member))
        .mapToLong(FollowerDistance::silentNanos)
        .sum();
  }

  private static Optional<Step> next(
      AdmissionPolicy policy,
      long leadsNanos,
      List<Member> voters,
      List<Member> learners,
      List<FollowerDistance> followers,
      List<Member> waiting) {
    return new Admission(policy, TIMEOUT)
        .next(
            new Admission.View(
                A, leadsNanos, Configuration.of(voters, learners, List.of()), followers, waiting));
  }

  private static FollowerDistance near(Member member) {
    return new FollowerDistance(member, 100, 3, OptionalLong.empty(), TIMEOUT);
  }

  private static FollowerDistance far(Member member) {
    return new FollowerDistance(
        member, 100, Admission.MAX_BEHIND + 1, OptionalLong.empty(), TIMEOUT);
  }

  private static FollowerDistance silent(Member member) {
    return new FollowerDistance(member, 100, 3, OptionalLong.empty(), SILENT);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
