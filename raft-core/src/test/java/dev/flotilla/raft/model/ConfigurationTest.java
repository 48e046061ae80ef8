package dev.flotilla.raft.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigurationTest {
  private static final List<Member> NOBODY = List.of();

  @Test
  void membersAreSortedSoThatAllServersListThemAlike() {
    Configuration configuration =
        new Configuration(members(2, 1), NOBODY, members(4, 3), members(3, 2, 1), members(4, 2));

    assertThat(configuration.voters()).isEqualTo(members(1, 2));
    assertThat(configuration.learners()).isEqualTo(members(3, 4));
    assertThat(configuration.goal()).isEqualTo(members(1, 2, 3));
    assertThat(configuration.witnesses()).isEqualTo(members(2, 4));
    assertThat(configuration.members()).isEqualTo(members(1, 2, 3, 4));
    assertThat(configuration.standingLearners()).isEqualTo(members(4));
  }

  @Test
  void aChangeGoesFromTheGoalOverBothSetsToTheNewVoters() {
    Configuration before = Configuration.of(members(1, 2, 3), members(8), members(3));
    Configuration target = Configuration.of(members(1, 4, 5), members(2), members(5));

    Configuration first = before.towards(target);
    assertThat(first)
        .isEqualTo(
            new Configuration(
                members(1, 2, 3), NOBODY, members(2, 4, 5), members(1, 4, 5), members(3, 5)));
    Configuration joint = first.joint();
    assertThat(joint)
        .isEqualTo(
            new Configuration(
                members(1, 4, 5), members(1, 2, 3), members(2), NOBODY, members(3, 5)));
    assertThat(joint.settled()).isEqualTo(target);
  }

  @Test
  void aLostDirectoryIsReplacedInOneChange() {
    Member reborn = new Member(Members.member(2).id(), new Incarnation(7, 7));
    Configuration before = new Configuration(members(1, 2, 3), NOBODY, NOBODY, NOBODY, members(2));
    Configuration target =
        new Configuration(
            List.of(Members.member(1), reborn, Members.member(3)),
            NOBODY,
            NOBODY,
            NOBODY,
            List.of(reborn));

    Configuration joint = before.towards(target).joint();

    assertThat(joint.isVoter(Members.member(2))).isTrue();
    assertThat(joint.isVoter(reborn)).isTrue();
    assertThat(joint.settled()).isEqualTo(target);
  }

  @Test
  void whoDecidesAloneIsToldFromWhoDoesNot() {
    Member self = Members.member(1);

    assertThat(Members.group(1).isAlone(self)).isTrue();
    assertThat(Members.group(1).isAlone(Members.member(2))).isFalse();
    assertThat(Members.group(2).isAlone(self)).isFalse();
    assertThat(joint(members(1), members(1, 2)).isAlone(self)).isFalse();
    assertThat(joint(members(1, 2), members(1)).isAlone(self)).isFalse();
    assertThat(Configuration.NONE.isAlone(self)).isFalse();
  }

  @Test
  void whatNoGroupCanBeIsRefused() {
    refused(() -> new Configuration(NOBODY), "a configuration needs at least one voter");
    refused(
        () -> new Configuration(NOBODY, NOBODY, members(1), NOBODY, NOBODY),
        "a configuration needs at least one voter");
    refused(() -> joint(NOBODY, members(1)), "a configuration needs at least one voter");
    refused(
        () -> new Configuration(NOBODY, NOBODY, NOBODY, members(1), NOBODY),
        "a configuration needs at least one voter");
    refused(() -> new Configuration(members(1, 1)), "a member id appears twice as voter in");
    refused(
        () -> new Configuration(members(1), members(2), members(3), members(3), NOBODY),
        "one change at a time");
    refused(
        () -> new Configuration(members(1, 2), NOBODY, members(2), NOBODY, NOBODY),
        "is a voter and a learner");
    refused(
        () -> new Configuration(members(1, 2), NOBODY, members(2), members(1, 2), NOBODY),
        "is a voter and a learner");
    refused(
        () -> new Configuration(members(1, 2), NOBODY, NOBODY, members(3), NOBODY),
        "shall vote, and neither votes nor learns now");
    refused(
        () -> new Configuration(members(1), NOBODY, NOBODY, NOBODY, members(2)), "is no member");
    refused(
        () -> new Configuration(members(1, 2), NOBODY, NOBODY, NOBODY, members(1, 2)),
        "2 witnesses among 2 voters: at most half may be");
    refused(
        () -> Configuration.of(members(1, 2, 3, 4, 5), NOBODY, members(3, 4, 5)),
        "3 witnesses among 5 voters: at most half may be");
    refused(
        () -> new Configuration(members(1, 3), NOBODY, members(2), members(1, 2, 3), members(2, 3)),
        "2 witnesses among 3 voters: at most half may be");
    refused(
        () -> new Configuration(members(1), NOBODY, members(11), NOBODY, NOBODY),
        "a member id appears twice as voter or learner");
  }

  @Test
  void whatCannotLeadToAGroupIsRefused() {
    refused(
        () -> new Configuration(members(1, 2), members(1, 2), members(11), NOBODY, NOBODY),
        "a member id appears twice as voter or learner");
    refused(
        () -> new Configuration(members(1, 2), NOBODY, members(11), members(1, 2), NOBODY),
        "a member id appears twice as voter or learner");
  }

  @Test
  void moreMembersThanOneConfigurationMayNameAreRefused() {
    List<Member> many = new ArrayList<>();
    for (int i = 0; i <= Configuration.MAX_MEMBERS; i++) {
      many.add(new Member(new NodeId(new java.util.UUID(0, i)), new Incarnation(0, i)));
    }

    refused(() -> new Configuration(many), "25 members; a configuration names at most 24");
    assertThat(new Configuration(many.subList(1, many.size())).members()).hasSize(24);
  }

  @Test
  void aConfigurationTakesAsMuchMoreForEachNameInWhicheverList() {
    int plain = Members.group(2).sizeBytes();
    int nameBytes = Members.group(3).sizeBytes() - plain;

    assertThat(plain).isGreaterThan(2 * nameBytes);
    assertThat(nameBytes).isPositive();
    assertThat(joint(members(1, 2), members(1)).sizeBytes()).isEqualTo(plain + nameBytes);
    assertThat(Members.group(2, 2).sizeBytes()).isEqualTo(plain + nameBytes);
    Configuration learning =
        new Configuration(members(1, 2), NOBODY, members(3), members(1, 3), NOBODY);
    assertThat(learning.sizeBytes()).isEqualTo(plain + 3 * nameBytes);
  }

  private static void refused(Runnable making, String message) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static Configuration joint(List<Member> voters, List<Member> outgoing) {
    return new Configuration(voters, outgoing, NOBODY, NOBODY, NOBODY);
  }

  private static List<Member> members(int... numbers) {
    return Members.of(numbers);
  }
}
