package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raft.quorum.Lease;
import dev.flotilla.testing.Sample;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LeaseTest {
  private static final int HISTORIES = Sample.of(25, 6);
  private static final RaftOptions EXACT =
      RaftOptions.DEFAULT.withLeadership(LeadershipOptions.DEFAULT.withLeaseReads(0));
  private static final long LENGTH_NANOS = EXACT.electionTimeoutMinNanos();
  private static final long STARTED_NANOS = 7 * LENGTH_NANOS;
  private static final Timing HASTY = new Timing(30, 60, 10);
  private static final Timing SLOW = new Timing(600, 900, 100);

  private final Replica replica =
      new Replica(
          Members.member(1),
          Members.group(3),
          DurableState.EMPTY,
          ProtocolVersions.NONE_BUT_FIRST,
          EXACT,
          new Random(1),
          STARTED_NANOS);
  private final Lease lease = Lease.of(EXACT).orElseThrow();

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {0, 10, 200, 1000})
  void noReadIsStaleWhileClocksDifferByNoMoreThanAssumed(int perMille) {
    int confirmed = 0;
    for (long seed = 1; seed <= HISTORIES; seed++) {
      LeaseHistory history = new LeaseHistory(seed, perMille, perMille);
      history.live();
      assertThat(history.staleReads()).as("stale reads, seed %d", seed).isZero();
      confirmed += history.confirmedReads();
    }
    assertThat(confirmed).as("reads seen").isGreaterThan(HISTORIES * 100);
  }

  /** The assumption matters: what the documentation warns of does happen. */
  @Tag("slow")
  @Test
  void aReadIsStaleWhenClocksDifferByMoreThanAssumed() {
    int stale = 0;
    for (long seed = 1; seed <= 100 && stale == 0; seed++) {
      LeaseHistory history = new LeaseHistory(seed, 10, 1_500);
      history.live();
      stale += history.staleReads();
    }
    assertThat(stale).as("stale reads of 100 seeds").isPositive();
  }

  @Test
  void aLeaseRunsFromTheSendingOfTheNewestRequestThatAQuorumHasAnswered() {
    long first = send();
    replica.advanceTo(STARTED_NANOS + 10);
    assertThat(lease.holds(first - 1, replica.lastSequence, replica.nowNanos))
        .as("nothing is answered")
        .isFalse();
    replica.advanceTo(STARTED_NANOS + LENGTH_NANOS / 2);
    long second = send();

    replica.advanceTo(STARTED_NANOS + LENGTH_NANOS - 1);
    assertThat(lease.holds(first, replica.lastSequence, replica.nowNanos)).isTrue();
    replica.advanceTo(STARTED_NANOS + LENGTH_NANOS);
    assertThat(lease.holds(first, replica.lastSequence, replica.nowNanos)).isFalse();
    assertThat(lease.holds(second, replica.lastSequence, replica.nowNanos)).isTrue();
    replica.advanceTo(STARTED_NANOS + LENGTH_NANOS / 2 + LENGTH_NANOS);
    assertThat(lease.holds(second, replica.lastSequence, replica.nowNanos))
        .as("though all is answered")
        .isFalse();
  }

  /** 64 times of sending, which reach back for two leases, are remembered. */
  @Test
  void ofRequestsThatLeaveTogetherTheTimeOfTheFirstCounts() {
    long apart = LENGTH_NANOS / 32;
    send();
    replica.advanceTo(STARTED_NANOS + apart - 1);
    long together = send();
    replica.advanceTo(STARTED_NANOS + apart);
    long later = send();

    replica.advanceTo(STARTED_NANOS + LENGTH_NANOS);

    assertThat(lease.holds(together, replica.lastSequence, replica.nowNanos)).isFalse();
    assertThat(lease.holds(later, replica.lastSequence, replica.nowNanos)).isTrue();
  }

  @Test
  void whoNeedsNobodyElseHoldsALeaseAtAnyTime() {
    assertThat(lease.holds(replica.lastSequence + 1, replica.lastSequence, replica.nowNanos))
        .isTrue();
    send();
    replica.advanceTo(STARTED_NANOS + 2 * LENGTH_NANOS);
    assertThat(lease.holds(replica.lastSequence + 1, replica.lastSequence, replica.nowNanos))
        .isTrue();
  }

  /**
   * It may have answered the leader that made it the only member, whose lease rests on that; and
   * who was left out and does not know it yet may ask for its vote.
   */
  @Test
  void whoIsAloneNowKeepsQuietAfterARestartAllTheSame() {
    long max = RaftOptions.DEFAULT.electionTimeoutMaxNanos();
    DurableState state = new DurableState(new TermAndVote(5, Optional.empty()), List.of(), 0, 0, 0);
    Raft raft =
        new Raft(Members.member(1), Members.group(1), state, RaftOptions.DEFAULT, new Random(1), 0);
    raft.advanceTo(max - 1);

    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 1));

    assertThat(raft.status().term()).isEqualTo(5);
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    raft.noteTime(max);
    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 2));
    assertThat(raft.status().term()).isEqualTo(6);
  }

  @Test
  void whoHearsALeaderSoonAfterARestartKeepsQuietNoShorterForThat() {
    long max = RaftOptions.DEFAULT.electionTimeoutMaxNanos();
    DurableState state = new DurableState(new TermAndVote(5, Optional.empty()), List.of(), 0, 0, 0);
    Raft raft =
        new Raft(Members.member(1), Members.group(3), state, RaftOptions.DEFAULT, new Random(1), 0);
    raft.receive(Members.member(2), new AppendEntries(5, LogPosition.ORIGIN, List.of(), 0, 1));

    raft.noteTime(max - 1);
    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 1));
    assertThat(raft.status().term()).isEqualTo(5);
    raft.noteTime(max);
    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 2));
    assertThat(raft.status().term()).isEqualTo(6);
  }

  @Test
  void aLeaderWithALongTimeoutHasNoLongerLease() {
    Replica slow =
        new Replica(
            Members.member(1),
            Members.group(3),
            DurableState.EMPTY,
            ProtocolVersions.NONE_BUT_FIRST,
            EXACT.withTiming(new Timing(1_500, 3_000, 100)),
            new Random(1),
            STARTED_NANOS);
    Lease of = Lease.of(slow.options).orElseThrow();
    long sent = slow.nextSequence();
    of.sent(sent, slow.nowNanos);

    slow.advanceTo(STARTED_NANOS + Lease.MAX_LENGTH_NANOS - 1);
    assertThat(of.holds(sent, slow.lastSequence, slow.nowNanos)).isTrue();
    slow.advanceTo(STARTED_NANOS + Lease.MAX_LENGTH_NANOS);
    assertThat(of.holds(sent, slow.lastSequence, slow.nowNanos)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 150000000", "250, 120000000", "1000, 75000000"})
  void aLeaseIsShorterByTheDrift(int perMille, long lengthNanos) {
    Replica drifting =
        new Replica(
            Members.member(1),
            Members.group(3),
            DurableState.EMPTY,
            ProtocolVersions.NONE_BUT_FIRST,
            EXACT.withLeadership(LeadershipOptions.DEFAULT.withLeaseReads(perMille)),
            new Random(1),
            STARTED_NANOS);
    Lease of = Lease.of(drifting.options).orElseThrow();
    long sent = drifting.nextSequence();
    of.sent(sent, drifting.nowNanos);

    drifting.advanceTo(STARTED_NANOS + lengthNanos - 1);
    assertThat(of.holds(sent, drifting.lastSequence, drifting.nowNanos)).isTrue();
    drifting.advanceTo(STARTED_NANOS + lengthNanos);
    assertThat(of.holds(sent, drifting.lastSequence, drifting.nowNanos)).isFalse();
  }

  @Test
  void aVoterWithAShortTimeoutKeepsQuietForAWholeLease() {
    RaftOptions hasty = RaftOptions.DEFAULT.withTiming(HASTY);
    DurableState state = new DurableState(new TermAndVote(5, Optional.empty()), List.of(), 0, 0, 0);
    Raft raft = new Raft(Members.member(1), Members.group(3), state, hasty, new Random(1), 0);
    raft.noteTime(Lease.MAX_LENGTH_NANOS - 1);
    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 1));
    assertThat(raft.status().term()).as("soon after a restart").isEqualTo(5);

    raft.receive(Members.member(2), new AppendEntries(5, LogPosition.ORIGIN, List.of(), 0, 1));
    raft.noteTime(2 * Lease.MAX_LENGTH_NANOS - 2);
    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 2));
    assertThat(raft.status().term()).as("soon after a leader was heard").isEqualTo(5);
    raft.noteTime(2 * Lease.MAX_LENGTH_NANOS - 1);
    raft.receive(Members.member(3), new RequestVote(6, new LogPosition(9, 5), 3));
    assertThat(raft.status().term()).isEqualTo(6);
  }

  /** Its own vote counts for an election, as any other. */
  @Test
  void aServerWithAShortTimeoutDoesNotCampaignForAWholeLease() {
    RaftOptions hasty = RaftOptions.DEFAULT.withTiming(HASTY);
    DurableState state = new DurableState(new TermAndVote(5, Optional.empty()), List.of(), 0, 0, 0);
    Raft raft = new Raft(Members.member(1), Members.group(3), state, hasty, new Random(1), 0);
    long heardNanos = Lease.MAX_LENGTH_NANOS - 1;
    raft.noteTime(heardNanos);
    raft.receive(Members.member(2), new AppendEntries(5, LogPosition.ORIGIN, List.of(), 0, 1));

    raft.advanceTo(heardNanos + Lease.MAX_LENGTH_NANOS - 1);
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    raft.advanceTo(raft.nextDeadlineNanos());
    assertThat(raft.status().role()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void aServerThatBeginsAnewDoesNotCampaignSoonerForALeaderItHears() {
    long max = RaftOptions.DEFAULT.electionTimeoutMaxNanos();
    DurableState state = new DurableState(new TermAndVote(5, Optional.empty()), List.of(), 0, 0, 0);
    for (int seed = 1; seed <= HISTORIES; seed++) {
      Raft raft =
          new Raft(
              Members.member(1), Members.group(3), state, RaftOptions.DEFAULT, new Random(seed), 0);
      raft.receive(Members.member(2), new AppendEntries(5, LogPosition.ORIGIN, List.of(), 0, 1));

      raft.advanceTo(max - 1);
      assertThat(raft.status().role()).as("seed %d", seed).isEqualTo(Role.FOLLOWER);
    }
  }

  @Tag("slow")
  @Test
  void noReadIsStaleWhileElectionTimeoutsDiffer() {
    int confirmed = 0;
    for (long seed = 1; seed <= 3 * HISTORIES; seed++) {
      LeaseHistory history = new LeaseHistory(seed, 10, 10, List.of(Timing.DEFAULT, SLOW, HASTY));
      history.live();
      assertThat(history.staleReads()).as("stale reads, seed %d", seed).isZero();
      confirmed += history.confirmedReads();
    }
    assertThat(confirmed).as("reads seen").isGreaterThan(HISTORIES * 100);
  }

  @Test
  void aDriftThatNoClockHasIsRefused() {
    assertThatThrownBy(() -> LeadershipOptions.DEFAULT.withLeaseReads(-1))
        .hasMessageContaining("leaseDriftPerMille must be within 0 and");
  }

  private long send() {
    long sequence = replica.nextSequence();
    lease.sent(sequence, replica.nowNanos);
    return sequence;
  }
}
