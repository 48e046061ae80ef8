package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A leader whose log cannot be encoded for the others. */
final class UnsendableEntryTest {
  private static final Member PEER = Members.member(2);

  private final Raft raft =
      new Raft(
          Members.member(1),
          Members.group(3),
          DurableState.EMPTY,
          RaftOptions.DEFAULT,
          new Random(1),
          0);

  @Test
  void theLeaderResignsAndWaitsBeforeItCampaigns() {
    LogPosition entry = lead();
    long now = raft.nextDeadlineNanos() - RaftOptions.DEFAULT.heartbeatNanos();

    assertThat(raft.unsendable(entry, "entry 1@1 is bad")).isTrue();

    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    assertThat(raft.status().resignation()).contains("entry 1@1 is bad");
    assertThat(raft.nextDeadlineNanos() - now)
        .isGreaterThanOrEqualTo(RaftOptions.DEFAULT.electionTimeoutMinNanos());
    assertThat(raft.unsendable(entry, "again")).isFalse();
  }

  @Test
  void anEntryThatTheLogDoesNotHoldIsNoReason() {
    lead();

    assertThat(raft.unsendable(new LogPosition(1, 7), "it is gone")).isFalse();
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  private LogPosition lead() {
    raft.advanceTo(raft.nextDeadlineNanos());
    long sequence = raft.ready().sends().get(0).message().sequence();
    raft.receive(PEER, new PreVoteResponse(1, true, sequence));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    raft.receive(PEER, new RequestVoteResponse(1, true, sequence));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    return raft.status().last();
  }
}
