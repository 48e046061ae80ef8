package dev.flotilla.raft.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FollowerDistanceTest {
  private final Member leader = member(1);
  private final Member second = member(2);
  private final Member third = member(3);

  @Test
  void aQuorumIsAsSilentAsItsMostSilentMember() {
    Configuration three = new Configuration(List.of(leader, second, third));
    assertThat(silence(three, silent(second, 70), silent(third, 30))).isEqualTo(30);
    assertThat(silence(three, silent(second, 20), silent(third, 30))).isEqualTo(20);
  }

  @Test
  void aLeaderWithoutFollowersIsAQuorum() {
    assertThat(silence(new Configuration(List.of(leader)))).isZero();
  }

  @Test
  void aVoterThatIsNotKnownIsSilentForEver() {
    assertThat(silence(new Configuration(List.of(leader, second)))).isEqualTo(Long.MAX_VALUE);
  }

  private long silence(Configuration configuration, FollowerDistance... others) {
    return FollowerDistance.quorumSilenceNanos(configuration, leader, List.of(others));
  }

  private static FollowerDistance silent(Member member, long nanos) {
    return new FollowerDistance(member, 0, 0, OptionalLong.empty(), nanos);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
