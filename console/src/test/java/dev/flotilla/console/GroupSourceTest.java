package dev.flotilla.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ServerEvent;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the page shows of a group, from what its servers answer. */
class GroupSourceTest {
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final Member C = member(3);
  private static final Configuration BOTH = new Configuration(List.of(A, B));

  private final Time time = new Time();
  private List<StatusResponse> servers = List.of();
  private final GroupSource source =
      new GroupSource("hall", () -> CompletableFuture.completedStage(servers), time);

  /** A clock that is set. */
  private static final class Time extends Clock {
    private Instant now = TestStates.START;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @Test
  void membersHaveRoleStandingIndexesAndLag() {
    servers = List.of(leads(A, 3, 5), follows(B, 3));

    ConsoleState state = read();

    assertThat(state.groupId()).contains("5e9c");
    assertThat(state.problems()).isEmpty();
    assertThat(state.members()).extracting(MemberState::role).containsExactly("leader", "follower");
    assertThat(state.members()).extracting(MemberState::standing).containsOnly("voter");
    assertThat(state.members().get(0).progress()).contains(new MemberState.Progress(3, 10, 8, 7));
    assertThat(state.members().get(1).lag()).hasValue(5);
    assertThat(state.members().get(0).address()).isEqualTo("http://127.0.0.1/a");
  }

  @Test
  void whoDoesNotAnswerIsShown() {
    servers = List.of(follows(B, 3));

    ConsoleState state = read();

    assertThat(state.members())
        .extracting(MemberState::role)
        .containsExactly("no answer", "follower");
    assertThat(state.members().get(0).problems()).containsExactly("does not answer");
    assertThat(state.problems())
        .containsExactly("no leader: no majority is reachable: 1 of 2 voting members answered");
  }

  @Test
  void membersAreRememberedWhileNobodyAnswers() {
    servers = List.of(leads(A, 3, 0), follows(B, 3));
    read();
    servers = List.of();

    assertThat(read().members()).extracting(MemberState::role).containsOnly("no answer").hasSize(2);
  }

  @Test
  void aServerThatWaitsIsShownWithoutStanding() {
    servers = List.of(leads(A, 3, 0), follows(B, 3), joins(C));

    MemberState waiting = read().members().get(2);

    assertThat(waiting.role()).isEqualTo("joining");
    assertThat(waiting.standing()).isEqualTo("none");
    assertThat(waiting.problems()).containsExactly("waiting: members add");
  }

  @Test
  void aLeaderOfBeforeLeadsSinceEarlier() {
    servers = List.of(leads(A, 3, 0));
    assertThat(since()).contains(new LeaderSince(TestStates.START, LeaderSince.Kind.EARLIER));

    time.now = TestStates.START.plusSeconds(1);
    assertThat(since()).contains(new LeaderSince(TestStates.START, LeaderSince.Kind.EARLIER));
  }

  @Test
  void aChangeThatIsLookedAtIsExact() {
    servers = List.of(leads(A, 3, 0));
    read();
    time.now = TestStates.START.plusSeconds(1);
    servers = List.of(leads(B, 4, 0));

    assertThat(since()).contains(new LeaderSince(time.now, LeaderSince.Kind.EXACT));
  }

  @Test
  void aChangeThatNobodyLookedAtWasEarlier() {
    servers = List.of(leads(A, 3, 0));
    read();
    time.now = TestStates.START.plusSeconds(60);
    servers = List.of(leads(B, 4, 0));

    assertThat(since()).contains(new LeaderSince(time.now, LeaderSince.Kind.EARLIER));
  }

  @Test
  void aChangeThatAServerNoticedIsExact() {
    servers = List.of(leads(A, 3, 0));
    assertThat(source.heard(new ServerEvent.LeaderChanged(3, Optional.of(A.id().toString()))))
        .isTrue();
    assertThat(source.heard(new ServerEvent.Applied(9))).isFalse();
    time.now = TestStates.START.plusSeconds(60);

    assertThat(since()).contains(new LeaderSince(TestStates.START, LeaderSince.Kind.EXACT));
  }

  private ConsoleState read() {
    return source.read().toCompletableFuture().join();
  }

  private Optional<LeaderSince> since() {
    return read().members().stream().flatMap(it -> it.leaderSince().stream()).findFirst();
  }

  private static StatusResponse leads(Member self, long term, long behind) {
    return status(
        self,
        "leader",
        term,
        Optional.empty(),
        List.of(new FollowerStatus(self.equals(A) ? B : A, behind, OptionalLong.empty(), 0)));
  }

  private static StatusResponse follows(Member self, long term) {
    return status(self, "follower", term, Optional.empty(), List.of());
  }

  private static StatusResponse joins(Member self) {
    return status(self, "joining", 0, Optional.of("members add"), List.of());
  }

  private static StatusResponse status(
      Member self,
      String role,
      long term,
      Optional<String> waitsFor,
      List<FollowerStatus> distances) {
    return new StatusResponse(
        1,
        "hall",
        Optional.of(new GroupId("5e9c")),
        new MemberAddress(self, Optional.of("http://127.0.0.1/a")),
        role,
        Optional.empty(),
        new StatusResponse.Progress(term, 10, 9, 8, 7),
        List.of(),
        term == 0 ? Optional.empty() : Optional.of(BOTH),
        waitsFor,
        StatusDetails.NONE.withDistances(distances));
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
