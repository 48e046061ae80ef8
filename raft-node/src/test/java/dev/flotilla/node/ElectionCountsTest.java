package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ElectionCountsTest {
  private final Member self = member(1);
  private final Member other = member(2);
  private final ElectionCounts counts = new ElectionCounts();

  @Test
  void anElectionIsCountedOncePerTerm() {
    see(Role.PRE_CANDIDATE, 1, Optional.empty());
    assertThat(counts.read()).isEqualTo(new ElectionMetrics(0, 0, 0));
    see(Role.CANDIDATE, 2, Optional.empty());
    see(Role.CANDIDATE, 2, Optional.empty());
    see(Role.LEADER, 2, Optional.of(self));
    see(Role.LEADER, 2, Optional.of(self));
    assertThat(counts.read()).isEqualTo(new ElectionMetrics(1, 1, 1));
  }

  @Test
  void aLostElectionIsNotWon() {
    see(Role.CANDIDATE, 2, Optional.empty());
    see(Role.FOLLOWER, 2, Optional.of(other));
    assertThat(counts.read()).isEqualTo(new ElectionMetrics(1, 0, 1));
  }

  @Test
  void aLeaderThatComesBackIsNoChange() {
    see(Role.FOLLOWER, 1, Optional.of(other));
    see(Role.FOLLOWER, 1, Optional.empty());
    see(Role.FOLLOWER, 1, Optional.of(other));
    assertThat(counts.read().leaderChanges()).isEqualTo(1);
    see(Role.LEADER, 3, Optional.of(self));
    assertThat(counts.read().leaderChanges()).isEqualTo(2);
  }

  private void see(Role role, long term, Optional<Member> leader) {
    counts.see(
        new RaftStatus(
            role,
            term,
            leader,
            LogPosition.ORIGIN,
            0,
            0,
            Optional.empty(),
            Configuration.NONE,
            0,
            1));
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
