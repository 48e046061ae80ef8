package dev.flotilla.raftdpws.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GroupEventsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final Configuration BOTH = Configuration.of(List.of(A, B), List.of(), List.of());

  private final List<String> lines = new ArrayList<>();
  private final EventLines log = new EventLines("g", A, lines::add);
  private final GroupEvents events = new GroupEvents(log);

  @Test
  void electionsAndLeadersAreLoggedOnce() {
    see(Role.FOLLOWER, 0, Optional.empty(), Configuration.NONE, 0);
    for (int look = 0; look < 3; look++) {
      see(Role.PRE_CANDIDATE, 0, Optional.empty(), Configuration.NONE, look);
    }
    see(Role.CANDIDATE, 1, Optional.empty(), Configuration.NONE, 3);
    see(Role.LEADER, 1, Optional.of(A), Configuration.NONE, 4);
    see(Role.LEADER, 1, Optional.of(A), Configuration.NONE, 5);
    see(Role.FOLLOWER, 2, Optional.empty(), Configuration.NONE, 6);
    see(Role.FOLLOWER, 2, Optional.of(B), Configuration.NONE, 7);
    see(Role.FOLLOWER, 2, Optional.of(B), Configuration.NONE, 8);

    assertThat(lines)
        .containsExactly(
            "group 'g': " + A.id() + " hears no leader and calls an election, term 0",
            "group 'g': " + A.id() + " leads, term 1",
            "group 'g': " + A.id() + " leads no more, term 2",
            "group 'g': " + A.id() + " follows " + B.id() + ", term 2");
  }

  @Test
  void namesStandBesideIds() {
    log.nameBy(id -> id.equals(B.id()) ? Optional.of("attic") : Optional.empty());
    see(Role.FOLLOWER, 2, Optional.of(B), Configuration.NONE, 0);
    see(Role.FOLLOWER, 2, Optional.of(B), BOTH, 1);

    assertThat(lines)
        .containsExactly(
            "group 'g': " + A.id() + " follows " + B.id() + " (attic), term 2",
            "group 'g': " + A.id() + " is a voter, term 2",
            "group 'g': " + B.id() + " (attic) is a voter, term 2");
  }

  @Test
  void membersThatComeAndGoAreLogged() {
    see(Role.FOLLOWER, 1, Optional.empty(), Configuration.of(List.of(A), List.of(), List.of()), 0);
    see(Role.FOLLOWER, 1, Optional.empty(), Configuration.of(List.of(A), List.of(B), List.of()), 1);
    see(Role.FOLLOWER, 1, Optional.empty(), BOTH, 2);
    see(Role.FOLLOWER, 1, Optional.empty(), Configuration.of(List.of(B), List.of(), List.of()), 3);

    assertThat(lines)
        .containsExactly(
            "group 'g': " + A.id() + " is a voter, term 1",
            "group 'g': " + B.id() + " is a learner, term 1",
            "group 'g': " + B.id() + " is a voter, term 1",
            "group 'g': " + A.id() + " is no member any more, term 1");
  }

  @Test
  void aLeaderLogsWhoFallsSilentAndWhoAnswersAgain() {
    see(Role.LEADER, 1, Optional.of(A), BOTH, 0);
    lines.clear();
    for (long silentMillis : new long[] {999, 1_000, 1_050, 30, 40}) {
      events.see(
          status(Role.LEADER, 1, Optional.of(A), BOTH),
          List.of(new FollowerDistance(B, 0, 0, OptionalLong.empty(), silentMillis * 1_000_000)));
    }
    assertThat(lines)
        .containsExactly(
            "group 'g': " + B.id() + " has not answered for 1000 ms, term 1",
            "group 'g': " + B.id() + " answers again, term 1");
  }

  /** A leader logged it with each heartbeat. */
  @Test
  void theSilenceOfWhoHasLeftIsNoEvent() {
    see(Role.LEADER, 1, Optional.of(A), BOTH, 0);
    lines.clear();
    events.see(
        status(Role.LEADER, 1, Optional.of(A), BOTH),
        List.of(new FollowerDistance(member(3), 0, 0, OptionalLong.empty(), 36_000_000_000L)));
    assertThat(lines).isEmpty();
  }

  @Test
  void aStormOfChangesIsBoundedAndCounted() {
    for (int term = 1; term <= 1_000; term++) {
      see(Role.FOLLOWER, term, Optional.of(B), Configuration.NONE, term);
    }
    assertThat(lines).hasSize(20);
    see(Role.FOLLOWER, 1_001, Optional.of(B), Configuration.NONE, 10 * SECOND);
    assertThat(lines).hasSize(22);
    assertThat(lines.get(20)).contains("980 more changes");
  }

  private void see(
      Role role, long term, Optional<Member> leader, Configuration members, long nowNanos) {
    log.at(nowNanos);
    events.see(status(role, term, leader, members), List.of());
  }

  private static RaftStatus status(
      Role role, long term, Optional<Member> leader, Configuration members) {
    return new RaftStatus(
        role, term, leader, LogPosition.ORIGIN, 0, 0, Optional.empty(), members, 0, 3);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
