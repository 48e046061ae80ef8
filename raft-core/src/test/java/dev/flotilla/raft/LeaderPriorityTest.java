package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a leader knows of the priorities of others belongs to its office. */
final class LeaderPriorityTest {
  private static final Member PREFERRED = Members.member(2);
  private static final int PRIORITY = LeadershipOptions.DEFAULT_PRIORITY + 1;

  private final Replica replica =
      new Replica(
          Members.member(1),
          Members.group(3),
          DurableState.EMPTY,
          ProtocolVersions.NONE_BUT_FIRST,
          RaftOptions.DEFAULT,
          new Random(1),
          0);
  private final LeaderPriority precedence = new LeaderPriority(replica);
  private final Followers followers = new Followers(replica, Optional.empty());
  private long nowNanos;

  LeaderPriorityTest() {
    followers.follow(1);
    precedence.officeBegins();
  }

  @Test
  void whatWasToldInAnotherOfficeIsForgotten() {
    precedence.heard(PREFERRED, PRIORITY);
    assertThat(precedence.of(PREFERRED)).isEqualTo(PRIORITY);

    precedence.officeBegins();

    assertThat(precedence.of(PREFERRED)).isEqualTo(LeadershipOptions.DEFAULT_PRIORITY);
  }

  @Test
  void whoKeptUpInAnotherOfficeHasToKeepUpAnewBeforeItLeads() {
    assertThat(beatsUntilThereIsAnHeir()).isGreaterThan(1);

    precedence.officeBegins();

    assertThat(beatsUntilThereIsAnHeir()).isGreaterThan(1);
  }

  private int beatsUntilThereIsAnHeir() {
    precedence.heard(PREFERRED, PRIORITY);
    for (int beats = 1; beats < 1_000; beats++) {
      nowNanos += RaftOptions.DEFAULT.heartbeatNanos();
      replica.advanceTo(nowNanos);
      followers.get(PREFERRED).heard(beats, nowNanos);
      if (precedence.heir(followers).isPresent()) {
        return beats;
      }
    }
    throw new AssertionError("nobody was to lead");
  }
}
