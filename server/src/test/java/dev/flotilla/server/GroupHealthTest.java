package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GroupHealthTest {
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final Configuration BOTH = new Configuration(List.of(A, B));

  @Test
  void aGroupWithALeaderAndAllMembersIsHealthy() {
    GroupHealth health = of(server(A, "leader", near(B)), server(B, "follower"));
    assertThat(health.problems()).isEmpty();
    assertThat(health.isHealthy()).isTrue();
  }

  @Test
  void withoutALeaderNothingIsWell() {
    GroupHealth health = of(server(A, "candidate"), server(B, "follower"));
    assertThat(health.hasLeader()).isFalse();
    assertThat(health.problems()).containsExactly("no server leads");
  }

  @Test
  void aMemberThatIsSilentOrFarBehindIsNamed() {
    assertThat(of(server(A, "leader")).problems()).containsExactly(B.id() + " does not answer");
    assertThat(of(server(A, "leader", new FollowerStatus(B, 5, OptionalLong.empty(), 2_000)), b()))
        .satisfies(health -> assertThat(health.problems().get(0)).contains("silent for 2.0 s"));
    long far = GroupHealth.MAX_BEHIND + 1;
    assertThat(of(server(A, "leader", new FollowerStatus(B, far, OptionalLong.empty(), 0)), b()))
        .satisfies(health -> assertThat(health.problems().get(0)).contains("10001 entries"));
  }

  @Test
  void aCertificateThatEndsSoonIsAProblem() {
    StatusResponse leader = server(A, "leader", near(B));
    StatusResponse ending =
        leader.with(leader.details().withCertificateEnds(NOW.plus(Duration.ofDays(3))));
    assertThat(of(ending, b()).problems().get(0)).contains("CERTIFICATE expires");
  }

  @Test
  void aMemberThatLostEntriesIsAProblem() {
    StatusResponse leader = server(A, "leader", near(B));
    StatusResponse knowing =
        leader.with(
            leader
                .details()
                .withFacts(StatusFacts.NONE.with(StatusFact.LOST_ENTRIES, B + " has lost")));
    assertThat(of(knowing, b()).problems().get(0)).contains(B + " has lost", "replaced");
  }

  @Test
  void statesThatDivergeAreAProblemWithIndexAndMembers() {
    StatusResponse leader = with(server(A, "leader", near(B)), StatusFact.FINGERPRINTS, "5:a 9:b");
    assertThat(of(leader, with(b(), StatusFact.FINGERPRINTS, "5:a 8:c")).isHealthy()).isTrue();
    assertThat(of(leader, with(b(), StatusFact.FINGERPRINTS, "5:a 9:b:1")).isHealthy()).isTrue();
    assertThat(of(leader, with(b(), StatusFact.FINGERPRINTS, "5:a 9:c")).problems())
        .containsExactly(
            "the state DIVERGES at index 9: %s has b, %s has c".formatted(A.id(), B.id()));
    assertThat(of(leader, with(b(), StatusFact.FINGERPRINTS, "nonsense 9")).isHealthy()).isTrue();
  }

  @Test
  void aServerThatNeedsANewerProgramIsAProblem() {
    StatusResponse stopped = with(b(), StatusFact.APPLY_STOPPED, "needs a newer program");
    assertThat(of(server(A, "leader", near(B)), stopped).problems())
        .containsExactly(B.id() + " needs a newer program");
  }

  private static StatusResponse with(StatusResponse server, StatusFact fact, String text) {
    return server.with(server.details().withFacts(StatusFacts.NONE.with(fact, text)));
  }

  @Test
  void aFollowerThatIsNoMemberAnyMoreIsNoProblem() {
    FollowerStatus left = new FollowerStatus(member(3), 50_000, OptionalLong.empty(), 60_000);
    assertThat(of(server(A, "leader", near(B), left), b()).problems()).isEmpty();
  }

  private static GroupHealth of(StatusResponse... servers) {
    return GroupHealth.of(List.of(servers), NOW);
  }

  private static StatusResponse b() {
    return server(B, "follower");
  }

  private static FollowerStatus near(Member member) {
    return new FollowerStatus(member, 3, OptionalLong.empty(), 20);
  }

  private static StatusResponse server(Member self, String role, FollowerStatus... followers) {
    return new StatusResponse(
        3,
        "g",
        Optional.of(new GroupId("00112233445566778899aabbccddeeff")),
        address(self),
        role,
        Optional.empty(),
        new StatusResponse.Progress(1, 1, 1, 1, 1),
        List.of(address(A), address(B)),
        Optional.of(BOTH),
        Optional.empty(),
        StatusDetails.NONE.withDistances(List.of(followers)));
  }

  private static MemberAddress address(Member member) {
    return new MemberAddress(member, Optional.of("http://192.0.2.1:5000/RAFT_Service"));
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
