package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemberRollTest {
  private static final GroupId GROUP = new GroupId("urn:uuid:" + new UUID(7, 7));
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final Member C = member(3);

  @Test
  void aServerThatStillLooksForItsGroupIsNotSaidNotToRun() throws CommandFailure {
    MemberRoll roll = roll(leader(new Configuration(List.of(A))), joining(B, Optional.empty()));

    assertThat(roll.isSearched(Optional.empty())).isTrue();
    assertThat(roll.isSearched(Optional.of(B.id().toString()))).isTrue();
    assertThat(roll.isSearched(Optional.of(C.id().toString()))).isFalse();
    assertThatThrownBy(() -> roll.newcomer(Optional.empty()))
        .hasMessageContaining(B.id() + " runs with --join and has not found group g yet");
  }

  @Test
  void aServerThatHasFoundItsGroupIsTheNewcomer() throws CommandFailure {
    MemberRoll roll = roll(leader(new Configuration(List.of(A))), joining(B, Optional.of(GROUP)));

    assertThat(roll.isSearched(Optional.empty())).isFalse();
    assertThat(roll.newcomer(Optional.empty()).self().member()).isEqualTo(B);
  }

  @Test
  void whoeverAChangeWaitsForIsNamedWithTheWayOut() throws CommandFailure {
    Configuration waiting =
        new Configuration(List.of(A), List.of(), List.of(B, C), List.of(A, B, C), List.of());

    assertThat(roll(leader(waiting), joining(B, Optional.of(GROUP))).awaited().orElseThrow())
        .contains(B.id() + " has caught up", C.id() + ", which does not answer")
        .contains("'flotilla members remove --group g " + B.id() + "'");
    assertThat(roll(leader(new Configuration(List.of(A, B)))).awaited()).isEmpty();
  }

  @Test
  void theWayOutNamesANewcomerThatHasTheIdOfAVoterByItsIncarnationToo() throws CommandFailure {
    Member again = new Member(C.id(), new Incarnation(9, 9));
    Configuration waiting =
        new Configuration(
            List.of(A, B, C), List.of(), List.of(again), List.of(A, B, again), List.of());
    MemberRoll roll = roll(leader(waiting));

    assertThat(roll.awaited().orElseThrow()).contains("remove --group g " + again + "'");
    assertThat(roll.member(again.toString())).isEqualTo(again);
  }

  @Test
  void aGroupWithoutALeaderSaysHowManyAnswered() {
    Configuration three = new Configuration(List.of(A, B, C));
    assertThat(MemberRoll.withoutLeader(List.of(follower(A, three))))
        .contains("no leader: no majority is reachable: 1 of 3 voting members answered");
    assertThat(MemberRoll.withoutLeader(List.of(follower(A, three), follower(B, three))))
        .contains("no leader: an election is under way: 2 of 3 voting members answered");
    assertThat(MemberRoll.withoutLeader(List.of(leader(three)))).isEmpty();
    assertThat(MemberRoll.withoutLeader(List.of())).isEmpty();
  }

  @Test
  void aServerThatHasNotFoundItsGroupIsNoNewcomerYet() throws CommandFailure {
    MemberRoll early = roll(leader(new Configuration(List.of(A))), joining(B, Optional.empty()));
    assertThat(early.hasNewcomer(Optional.empty())).isFalse();
    MemberRoll then = roll(leader(new Configuration(List.of(A))), joining(B, Optional.of(GROUP)));
    assertThat(then.hasNewcomer(Optional.empty())).isTrue();
    assertThat(MemberRoll.isFounded(List.of(joining(B, Optional.empty())))).isFalse();
  }

  private static StatusResponse follower(Member member, Configuration configuration) {
    return status(member, "follower", Optional.of(GROUP), Optional.of(configuration));
  }

  private static MemberRoll roll(StatusResponse... all) throws CommandFailure {
    return MemberRoll.of("g", List.of(all), Optional.empty());
  }

  private static StatusResponse leader(Configuration configuration) {
    return status(A, "leader", Optional.of(GROUP), Optional.of(configuration));
  }

  private static StatusResponse joining(Member member, Optional<GroupId> group) {
    return status(member, StatusResponse.JOINING, group, Optional.empty());
  }

  private static StatusResponse status(
      Member self, String role, Optional<GroupId> group, Optional<Configuration> configuration) {
    return new StatusResponse(
        1,
        "g",
        group,
        new MemberAddress(self, Optional.empty()),
        role,
        Optional.empty(),
        new StatusResponse.Progress(1, 1, 1, 1, 1),
        List.of(),
        configuration,
        Optional.empty(),
        StatusDetails.NONE);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(1, number));
  }
}
