package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raft.quorum.Lease;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A server that comes late to its deadlines, as on a machine with too much work. */
final class SlowMachineTest {
  private static final long MILLI = 1_000_000;
  private static final Member PEER = Members.member(2);
  private static final Member OTHER_PEER = Members.member(3);

  private Raft raft = server(RaftOptions.DEFAULT);
  private long nowNanos;
  private long persisted;

  @Test
  void aFollowerThatWakesLateFirstHearsWhatWaits() {
    hearLeader(1);
    standStill(2_000);

    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    assertThat(raft.status().leader()).contains(PEER);
    assertThat(raft.nextDeadlineNanos()).isGreaterThan(nowNanos);
  }

  @Test
  void aFollowerThatWakesLateAgainCampaigns() {
    hearLeader(1);
    standStill(2_000);
    standStill(10_000);

    assertThat(raft.status().role()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void aFollowerWhoseTimersAreLateIsPatient() {
    hearLeader(1);
    standStill(600);
    hearLeader(2);

    assertThat(raft.status().timeout().minMillis()).isGreaterThan(600);
    assertThat(raft.nextDeadlineNanos() - nowNanos).isGreaterThan(600 * MILLI);
  }

  @Test
  void aFollowerThatHearsItsLeaderSeldomIsPatient() {
    hearLeader(1);
    long first = raft.nextDeadlineNanos();
    nowNanos = first;
    raft.advanceTo(nowNanos);
    assertThat(raft.status().role()).isEqualTo(Role.PRE_CANDIDATE);
    hearLeader(2);

    assertThat(raft.status().timeout().minNanos()).isGreaterThan(first);
  }

  @Test
  void aLeaderThatWakesLateFirstHearsWhatWaits() {
    lead();
    standStill(2_000);

    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aLeaderThatIsAlwaysLateResignsWithoutAMajority() {
    lead();
    for (int i = 0; i < 2; i++) {
      standStill(2_000);
    }

    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    assertThat(raft.status().resignation()).contains("no majority answers this server");
  }

  @Test
  void aLeaderWhoseFollowersAnswerLateKeepsLeading() {
    lead();
    for (int i = 0; i < 10; i++) {
      for (int late = 0; late < 5; late++) {
        wake(50);
      }
      AppendEntries heartbeat = lastHeartbeat();
      for (int late = 0; late < 5 && i > 0; late++) {
        wake(50);
      }
      answer(heartbeat);
    }

    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    assertThat(raft.status().timeout().maxMillis()).isGreaterThan(500);
  }

  @Test
  void aCandidateThatWakesLateFirstCountsTheVotesThatWait() {
    RequestVoteResponse vote = campaign();
    standStill(2_000);
    assertThat(raft.status().role()).isEqualTo(Role.CANDIDATE);
    raft.receive(PEER, vote);

    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aLongerTimeoutMakesNoLeaseLonger() {
    raft = server(RaftOptions.DEFAULT.withLeadership(LeadershipOptions.DEFAULT.withLeaseReads(0)));
    lead();
    standStill(1_000);
    AppendEntries heartbeat = lastHeartbeat();
    answer(heartbeat);
    assertThat(raft.status().timeout().minMillis()).isGreaterThan(1_000);

    raft.noteTime(nowNanos + Lease.MAX_LENGTH_NANOS - 1);
    raft.read(1);
    assertThat(raft.ready().reads()).containsExactly(new ReadOutcome.Confirmed(1, 1));
    raft.noteTime(nowNanos + Lease.MAX_LENGTH_NANOS);
    raft.read(2);

    assertThat(raft.ready().reads()).isEmpty();
  }

  @Test
  void whoWouldVoteForAnotherLetsItCampaignFirstOnce() {
    long first = raft.nextDeadlineNanos();
    raft.noteTime(first - 1);
    raft.receive(PEER, new PreVote(1, LogPosition.ORIGIN, 1));
    long second = raft.nextDeadlineNanos();
    assertThat(second - first).isGreaterThan(100 * MILLI);
    raft.receive(OTHER_PEER, new PreVote(1, LogPosition.ORIGIN, 1));
    assertThat(raft.nextDeadlineNanos()).isEqualTo(second);

    raft.advanceTo(second);
    assertThat(raft.status().role()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void preVotesBecomeRarerTheOfterTheyAreRepeated() {
    for (int size : new int[] {3, 5, 9}) {
      raft =
          new Raft(
              Members.member(1),
              Members.group(size),
              DurableState.EMPTY,
              RaftOptions.DEFAULT,
              new Random(7),
              0);
      int asked = 0;
      while (raft.nextDeadlineNanos() < 60_000 * MILLI) {
        raft.advanceTo(raft.nextDeadlineNanos());
        asked +=
            (int)
                raft.ready().sends().stream().filter(it -> it.message() instanceof PreVote).count();
      }

      assertThat(asked / (size - 1))
          .as("rounds in a minute of %s servers", size)
          .isBetween(200, 330);
    }
  }

  @Test
  void noTimeoutIsLongerThanTheBound() {
    hearLeader(1);
    standStill(60_000);

    assertThat(raft.status().timeout().maxNanos()).isEqualTo(TimeoutInForce.MAX_STRETCHED_NANOS);
  }

  @Test
  void anAnswerToAPieceOfASnapshotIsNoLateTimer() {
    var snapshot = new SnapshotMetadata(new LogPosition(8, 1), 0, Members.group(3), 1, 10, 8);
    raft = serverWith(snapshot);
    raft.receive(PEER, campaign());
    List<Send> first = sends();
    InstallSnapshot piece = sendPiece(snapshot, lastTo(PEER, first));
    AppendEntries heartbeat = lastTo(OTHER_PEER, first);
    for (int i = 0; i < 6; i++) {
      wake(20);
      answer(OTHER_PEER, heartbeat);
      heartbeat = lastTo(OTHER_PEER, sends());
    }

    raft.noteTime(nowNanos);
    raft.receive(PEER, new InstallSnapshotResponse(piece.term(), false, 4, piece.sequence()));
    raft.advanceTo(nowNanos);

    assertThat(raft.status().timeout().delayNanos()).isLessThan(20 * MILLI);
  }

  /** To a follower that has nothing. */
  private InstallSnapshot sendPiece(SnapshotMetadata snapshot, AppendEntries refused) {
    raft.receive(
        PEER,
        new AppendEntriesResponse(refused.term(), false, LogPosition.ORIGIN, refused.sequence()));
    assertThat(raft.ready().chunks()).hasSize(1);
    raft.chunkLoaded(snapshot, 0, Bytes.wrap(new byte[4]));
    return (InstallSnapshot) raft.ready().sends().get(0).message();
  }

  private static Raft serverWith(SnapshotMetadata snapshot) {
    return new Raft(
        Members.member(1),
        Members.group(3),
        new DurableState(
            new TermAndVote(1, Optional.empty()),
            List.of(),
            10,
            0,
            10,
            snapshot.last(),
            Optional.of(snapshot),
            List.of(),
            false),
        RaftOptions.DEFAULT,
        new Random(1),
        0);
  }

  private static Raft server(RaftOptions options) {
    return new Raft(
        Members.member(1), Members.group(3), DurableState.EMPTY, options, new Random(1), 0);
  }

  private void hearLeader(long sequence) {
    raft.receive(PEER, new AppendEntries(1, LogPosition.ORIGIN, List.of(), 0, sequence));
    force();
  }

  /** It does nothing for so long. */
  private void standStill(long millis) {
    nowNanos += millis * MILLI;
    raft.advanceTo(nowNanos);
  }

  /** It comes to each deadline in time. */
  private void wake(long millis) {
    long untilNanos = nowNanos + millis * MILLI;
    while (raft.nextDeadlineNanos() < untilNanos) {
      raft.advanceTo(raft.nextDeadlineNanos());
    }
    nowNanos = untilNanos;
    raft.advanceTo(nowNanos);
  }

  private RequestVoteResponse campaign() {
    nowNanos = raft.nextDeadlineNanos();
    raft.advanceTo(nowNanos);
    PreVote preVote = (PreVote) raft.ready().sends().get(0).message();
    raft.receive(PEER, new PreVoteResponse(preVote.term(), true, preVote.sequence()));
    force();
    return new RequestVoteResponse(preVote.term(), true, preVote.sequence() + 2);
  }

  private void lead() {
    RequestVoteResponse vote = campaign();
    raft.receive(PEER, vote);
    answer(force());
    assertThat(raft.status().commitIndex()).isEqualTo(1);
  }

  private AppendEntries lastHeartbeat() {
    return lastTo(PEER, raft.ready().sends());
  }

  private AppendEntries force() {
    return lastTo(PEER, sends());
  }

  private List<Send> sends() {
    Ready ready = raft.ready();
    ready.persist().ifPresent(it -> raft.persisted(++persisted));
    return ready.sends();
  }

  private static AppendEntries lastTo(Member peer, List<Send> sends) {
    return sends.stream()
        .filter(it -> it.to().equals(peer) && it.message() instanceof AppendEntries)
        .map(it -> (AppendEntries) it.message())
        .reduce((first, second) -> second)
        .orElse(new AppendEntries(1, LogPosition.ORIGIN, List.of(), 0, 0));
  }

  private void answer(AppendEntries request) {
    answer(PEER, request);
  }

  private void answer(Member peer, AppendEntries request) {
    raft.receive(
        peer,
        new AppendEntriesResponse(
            request.term(), true, request.lastVerified(), request.sequence()));
  }
}
