package dev.flotilla.raftdpws.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SilentMembersTest {
  private static final long SECOND = 1_000_000_000;
  private static final long LIMIT = 3 * SECOND;

  @Test
  void aMemberThatTheLeaderDoesNotReportIsNotSilent() {
    assertThat(SilentMembers.isSilent(Optional.empty(), 10 * SECOND, LIMIT)).isEmpty();
  }

  @Test
  void whetherAMemberIsSilentIsKnownWhenItAnswersOrNot() {
    assertThat(SilentMembers.isSilent(silentFor(LIMIT), 0, LIMIT)).contains(true);
    assertThat(SilentMembers.isSilent(silentFor(SECOND), SECOND, LIMIT)).isEmpty();
    assertThat(SilentMembers.isSilent(silentFor(0), SECOND, LIMIT)).contains(false);
  }

  private static Optional<FollowerDistance> silentFor(long nanos) {
    Member member = new Member(new NodeId(new UUID(0, 1)), new Incarnation(0, 1));
    return Optional.of(new FollowerDistance(member, 1, 0, OptionalLong.empty(), nanos));
  }
}
