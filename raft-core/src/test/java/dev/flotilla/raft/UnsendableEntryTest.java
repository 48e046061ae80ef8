package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A leader whose log cannot be encoded for the others. */
final class UnsendableEntryTest {
  private static final Member PEER = Members.member(2);

  private final Raft raft = start(DurableState.EMPTY);

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

  @Test
  void aLeaderRaisesLogTimesThatGoBackInItsLog() {
    List<LogPosition> starts = List.of(new LogPosition(1, 1));
    Raft lied = start(new DurableState(new TermAndVote(1, Optional.empty()), starts, 2, 0, 0));
    lead(lied, 2);
    lied.persisted(lied.ready().persist().orElseThrow().number());
    lied.receive(PEER, new AppendEntriesResponse(2, false, LogPosition.ORIGIN, 1));
    lied.advanceTo(lied.nextDeadlineNanos());
    assertThat(lied.ready().loads()).extracting(LoadEntries::firstIndex).containsExactly(1L);

    lied.loaded(1, List.of(entry(1, 50), entry(2, 20)));

    assertThat(lied.status().role()).isEqualTo(Role.LEADER);
    assertThat(lied.ready().sends())
        .extracting(Send::message)
        .filteredOn(AppendEntries.class::isInstance)
        .map(AppendEntries.class::cast)
        .filteredOn(append -> !append.entries().isEmpty())
        .flatExtracting(AppendEntries::entries)
        .extracting(Entry::timeMillis)
        .containsExactly(50L, 50L);
  }

  private static Raft start(DurableState state) {
    return new Raft(
        Members.member(1), Members.group(3), state, RaftOptions.DEFAULT, new Random(1), 0);
  }

  private static Entry entry(long index, long timeMillis) {
    return new Entry(new LogPosition(index, 1), timeMillis, NoOp.INSTANCE);
  }

  private LogPosition lead() {
    return lead(raft, 1);
  }

  private static LogPosition lead(Raft raft, long term) {
    raft.advanceTo(raft.nextDeadlineNanos());
    long sequence = raft.ready().sends().get(0).message().sequence();
    raft.receive(PEER, new PreVoteResponse(term, true, sequence));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    raft.receive(PEER, new RequestVoteResponse(term, true, sequence));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    return raft.status().last();
  }
}
