package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ReadFrom;
import dev.flotilla.raftdpws.message.MemberStatus;
import java.net.URI;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpreadTargetsTest {
  private static final URI LEADER = URI.create("http://127.0.0.1:1/RAFT_Service");
  private static final URI FOLLOWER = URI.create("http://127.0.0.1:2/RAFT_Service");
  private static final URI LEARNER = URI.create("http://127.0.0.1:3/RAFT_Service");
  private static final URI WITNESS = URI.create("http://127.0.0.1:4/RAFT_Service");

  private final Servers servers = new Servers(() -> {});

  @BeforeEach
  void describe() {
    servers.described(LEADER, MemberStatus.VOTER, /* leads= */ true);
    servers.described(FOLLOWER, MemberStatus.VOTER, /* leads= */ false);
    servers.described(LEARNER, MemberStatus.LEARNER, /* leads= */ false);
    servers.described(WITNESS, MemberStatus.WITNESS, /* leads= */ false);
  }

  private Set<URI> asked(ReadFrom readFrom) {
    Set<URI> asked = new HashSet<>();
    for (int i = 0; i < 12; i++) {
      asked.add(new SpreadTargets(servers, readFrom).target().orElseThrow());
    }
    return asked;
  }

  @Test
  void readsAreSpreadOverAllThatHoldTheState() {
    assertThat(asked(ReadFrom.ANY)).containsExactlyInAnyOrder(LEADER, FOLLOWER, LEARNER);
  }

  @Test
  void readsFromFollowersSpareTheLeader() {
    assertThat(asked(ReadFrom.FOLLOWERS)).containsExactlyInAnyOrder(FOLLOWER, LEARNER);
  }

  @Test
  void readsFromLearnersSpareWhoeverVotes() {
    assertThat(asked(ReadFrom.LEARNERS)).containsExactly(LEARNER);
  }

  @Test
  void oneReadAsksEachServerOnceAndThenTheLeader() {
    SpreadTargets targets = new SpreadTargets(servers, ReadFrom.FOLLOWERS);
    servers.led(LEADER);
    Set<URI> asked = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      URI next = targets.target().orElseThrow();
      asked.add(next);
      targets.redirected(next, Optional.of(LEADER));
    }
    assertThat(asked).containsExactlyInAnyOrder(FOLLOWER, LEARNER);
    assertThat(targets.target()).contains(LEADER);
  }

  @Test
  void whoAnswersAStaleReadIsNotTakenForTheLeader() {
    SpreadTargets targets = new SpreadTargets(servers, ReadFrom.FOLLOWERS);
    servers.led(LEADER);
    targets.led(FOLLOWER);
    assertThat(servers.target()).contains(LEADER);
  }
}
