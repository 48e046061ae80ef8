package dev.flotilla.raftdpws.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberStatus;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MemberPlanTest {
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final Member C = member(3);
  private static final Member D = member(4);
  private static final Configuration ABC = new Configuration(List.of(A, B, C));

  @Test
  void aServerIsAddedAsVoterLearnerOrWitness() {
    assertThat(adding(ABC, D, MemberStatus.VOTER))
        .isEqualTo(new Configuration(List.of(A, B, C, D)));
    assertThat(adding(ABC, D, MemberStatus.LEARNER)).isEqualTo(plain(List.of(A, B, C), List.of(D)));
    assertThat(adding(ABC, D, MemberStatus.WITNESS).witnesses()).containsExactly(D);
  }

  @Test
  void toAddAgainChangesNothing() {
    assertThat(adding(ABC, C, MemberStatus.VOTER)).isEqualTo(ABC);
    assertThat(removing(ABC, D)).isEqualTo(ABC);
    assertThat(new MemberPlan(ABC).promoting(C)).isEqualTo(ABC);
  }

  @Test
  void aNewIncarnationTakesThePlaceOfTheOldOne() {
    Member again = new Member(C.id(), new Incarnation(9, 9));

    assertThat(adding(ABC, again, MemberStatus.VOTER).voters()).containsExactly(A, B, again);
    assertThat(adding(ABC, again, MemberStatus.LEARNER))
        .isEqualTo(plain(List.of(A, B), List.of(again)));
  }

  @Test
  void aServerThatComesBackIsWhatItWas() {
    Member again = new Member(C.id(), new Incarnation(9, 9));
    Configuration learning = plain(List.of(A, B), List.of(C));
    Configuration witnessing = Configuration.of(List.of(A, B, C), List.of(), List.of(C));

    assertThat(readmitting(ABC, again, C)).isEqualTo(new Configuration(List.of(A, B, again)));
    assertThat(readmitting(learning, again, C)).isEqualTo(plain(List.of(A, B), List.of(again)));
    assertThat(readmitting(witnessing, again, C))
        .isEqualTo(Configuration.of(List.of(A, B, again), List.of(), List.of(again)));
  }

  @Test
  void aServerThatComesBackTwiceTakesThePlaceOfItsNewcomer() {
    Member second = new Member(C.id(), new Incarnation(8, 8));
    Member third = new Member(C.id(), new Incarnation(9, 9));
    Configuration waiting =
        new Configuration(
            List.of(A, B, C), List.of(), List.of(second), List.of(A, B, second), List.of());

    assertThat(readmitting(waiting, third, C, second).voters()).containsExactly(A, B, third);
    assertThat(readmitting(waiting, second, C))
        .as("asked again")
        .isEqualTo(new Configuration(List.of(A, B, second)));
  }

  @Test
  void whoWasRemovedOrReplacedDoesNotComeBackByItself() {
    Member again = new Member(C.id(), new Incarnation(9, 9));
    Member stranger = new Member(C.id(), new Incarnation(7, 7));

    assertThatThrownBy(() -> readmitting(new Configuration(List.of(A, B)), again, C))
        .hasMessageContaining("is no member of the group any more");
    assertThatThrownBy(() -> readmitting(ABC, again, stranger))
        .as("two copies of one directory: the first has taken its place")
        .hasMessageContaining(C + " is a member, and none that " + again + " was before");
  }

  @Test
  void aServerTakesThePlaceOfAnotherInOneChange() {
    Configuration target = new MemberPlan(ABC).adding(D, MemberStatus.VOTER, Optional.of(B.id()));

    assertThat(target.voters()).containsExactly(A, C, D);
  }

  @Test
  void aRequestDuringAChangeStartsFromWhereThatLeads() {
    Configuration waiting =
        new Configuration(List.of(A, B), List.of(), List.of(C), List.of(A, B, C), List.of());
    Configuration joint =
        new Configuration(List.of(A, B, C), List.of(A, B), List.of(), List.of(), List.of());

    assertThat(adding(waiting, D, MemberStatus.VOTER).voters()).containsExactly(A, B, C, D);
    assertThat(removing(waiting, C)).as("given up").isEqualTo(new Configuration(List.of(A, B)));
    assertThat(adding(joint, D, MemberStatus.VOTER).voters()).containsExactly(A, B, C, D);
  }

  @Test
  void aLearnerIsPromotedAndAStrangerIsNot() {
    Configuration learning = plain(List.of(A, B), List.of(C));

    assertThat(new MemberPlan(learning).promoting(C)).isEqualTo(ABC);
    assertThatThrownBy(() -> new MemberPlan(learning).promoting(D))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is added before it is promoted");
  }

  @Test
  void theLastVoterStays() {
    assertThatThrownBy(() -> removing(plain(List.of(A), List.of(B)), A))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("last voter");
  }

  @Test
  void aNewcomerWithoutWhomTheOthersAreNoGroupIsGivenUpAndTheVotersOfNowStay() {
    Configuration alone = waiting(List.of(A), List.of(B), List.of(B), List.of());
    Configuration witnessed = waiting(List.of(A, C), List.of(B), List.of(B, C), List.of(C));
    Configuration twoWitnesses =
        waiting(List.of(A, C), List.of(B, D), List.of(A, B, C, D), List.of(C, D));
    Configuration swapped = waiting(List.of(A), List.of(A, B, D), List.of(B), List.of());
    Member again = new Member(A.id(), new Incarnation(9, 9));
    Configuration renewed = waiting(List.of(A), List.of(again, B), List.of(B), List.of());

    assertThat(removing(alone, B)).isEqualTo(new Configuration(List.of(A)));
    assertThat(removing(witnessed, B))
        .isEqualTo(Configuration.of(List.of(A, C), List.of(), List.of(C)));
    assertThat(removing(twoWitnesses, B))
        .isEqualTo(Configuration.of(List.of(A, C), List.of(), List.of(C)));
    assertThat(removing(swapped, B)).isEqualTo(plain(List.of(A), List.of(D)));
    assertThat(removing(renewed, B)).isEqualTo(new Configuration(List.of(A)));
  }

  @Test
  void aVoterWithoutWhomNobodyCouldLeadStaysThoughAChangeIsUnderWay() {
    Configuration shrinking = waiting(List.of(A, B), List.of(), List.of(A), List.of());

    assertThatThrownBy(() -> removing(shrinking, A))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("last voter");
  }

  @Test
  void aWitnessThatLeavesIsNoWitnessAnyMore() {
    Configuration now = Configuration.of(List.of(A, B, C), List.of(), List.of(C));

    assertThat(removing(now, C)).isEqualTo(new Configuration(List.of(A, B)));
    assertThat(adding(now, D, MemberStatus.VOTER).witnesses()).containsExactly(C);
  }

  @Test
  void moreWitnessesThanFullVotersAreRefused() {
    Configuration now = Configuration.of(List.of(A, B, C, D), List.of(), List.of(C, D));

    assertThat(removing(now, C).witnesses()).containsExactly(D);
    assertThatThrownBy(() -> removing(now, A))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 witnesses among 3 voters: at most half may be")
        .hasMessageContaining("first remove a witness, or add a full voter");
  }

  private static Configuration adding(Configuration now, Member member, MemberStatus as) {
    return new MemberPlan(now).adding(member, as, Optional.empty());
  }

  private static Configuration readmitting(Configuration now, Member member, Member... former) {
    return new MemberPlan(now)
        .readmitting(member, Stream.of(former).map(Member::incarnation).toList());
  }

  private static Configuration removing(Configuration now, Member member) {
    return new MemberPlan(now).removing(member);
  }

  private static Configuration plain(List<Member> voters, List<Member> learners) {
    return Configuration.of(voters, learners, List.of());
  }

  private static Configuration waiting(
      List<Member> voters, List<Member> learners, List<Member> goal, List<Member> witnesses) {
    return new Configuration(voters, List.of(), learners, goal, witnesses);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
