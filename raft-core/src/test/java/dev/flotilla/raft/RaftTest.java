package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a single server does with inputs that do not fit. */
final class RaftTest {
  private static final long MILLI = 1_000_000;
  private static final Member SELF = Members.member(1);
  private static final Member PEER = Members.member(2);
  private static final Member OTHER_PEER = Members.member(3);

  private final Raft raft = start(Members.group(3), DurableState.EMPTY);

  @Test
  void requestsAreTakenFromServersThatThisOneDoesNotKnowYet() {
    Member stranger = Members.member(9);

    raft.receive(stranger, new RequestVote(5, new LogPosition(9, 4), 1));
    Persist persist = raft.ready().persist().orElseThrow();
    assertThat(persist.afterDurable()).extracting(Send::to).containsExactly(stranger);

    raft.receive(stranger, new AppendEntries(6, LogPosition.ORIGIN, List.of(entry(1, 6)), 0, 2));
    assertThat(raft.status().leader()).contains(stranger);
    assertThat(raft.status().last()).isEqualTo(new LogPosition(1, 6));
  }

  @Test
  void answersOfServersOutsideTheConfigurationChangeNothing() {
    raft.receive(Members.member(9), new RequestVoteResponse(5, false, 1));

    assertThat(raft.hasReady()).isFalse();
    assertThat(raft.status().term()).isZero();
  }

  @Test
  void aMemberInAnotherIncarnationOfItsDirectoryNeverCounts() {
    Member reborn = new Member(PEER.id(), new Incarnation(7, 7));
    raft.advanceTo(raft.nextDeadlineNanos());
    raft.ready();

    raft.receive(reborn, new PreVoteResponse(1, true, 1));
    assertThat(raft.status().role()).isEqualTo(Role.PRE_CANDIDATE);
    long term = campaign(raft);
    raft.receive(reborn, new RequestVoteResponse(term, true, 1));
    assertThat(raft.status().role()).isEqualTo(Role.CANDIDATE);
    raft.receive(PEER, new RequestVoteResponse(term, true, 1));
    raft.receive(reborn, new AppendEntriesResponse(term, true, new LogPosition(1, term), 1));

    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    assertThat(raft.status().commitIndex()).isZero();
  }

  @Test
  void whatAServerSendsToItselfIsIgnored() {
    raft.receive(SELF, heartbeat(1));

    assertThat(raft.hasReady()).isFalse();
  }

  @Test
  void aServerThatIsNotAVoterNeverCampaigns() {
    Raft outsider =
        new Raft(
            Members.member(9),
            Members.group(3),
            DurableState.EMPTY,
            RaftOptions.DEFAULT,
            new Random(1),
            0);

    outsider.advanceTo(10_000 * MILLI);

    assertThat(outsider.status().role()).isEqualTo(Role.FOLLOWER);
    assertThat(outsider.nextDeadlineNanos()).isGreaterThan(10_000 * MILLI);
  }

  @Test
  void timeThatGoesBackwardsIsIgnored() {
    raft.advanceTo(100 * MILLI);
    long deadline = raft.nextDeadlineNanos();

    raft.advanceTo(50 * MILLI);

    assertThat(raft.nextDeadlineNanos()).isEqualTo(deadline);
    assertThat(raft.hasReady()).isFalse();
  }

  @Test
  void aClockThatOverflowsTellsTheTimeAllTheSame() {
    long start = Long.MAX_VALUE - 10 * MILLI;
    Raft late =
        new Raft(
            SELF, Members.group(3), DurableState.EMPTY, RaftOptions.DEFAULT, new Random(1), start);

    late.advanceTo(start + 20 * MILLI);
    assertThat(late.status().role()).isEqualTo(Role.FOLLOWER);
    late.advanceTo(start + 301 * MILLI);
    assertThat(late.status().role()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void aSecondLeaderInOneTermIsRefused() {
    raft.receive(PEER, heartbeat(1));

    Refusals.assertRefused(
        raft, () -> raft.receive(OTHER_PEER, heartbeat(1)), "claims to lead in term 1");
  }

  @Test
  void aLeaderThatContradictsWhatIsCommittedIsRefused() {
    Raft committed = withCommittedEntry();
    AppendEntries contradiction = new AppendEntries(3, new LogPosition(1, 2), List.of(), 0, 1);

    Refusals.assertDivergence(
        committed,
        () -> committed.receive(PEER, contradiction),
        "has 1@2 where this log has 1@1 committed");
  }

  @Test
  void anEntryThatWouldReplaceACommittedOneIsRefused() {
    Raft committed = withCommittedEntry();
    Entry replacement = new Entry(new LogPosition(1, 2), NoOp.INSTANCE);

    Refusals.assertDivergence(
        committed,
        () ->
            committed.receive(
                PEER, new AppendEntries(3, LogPosition.ORIGIN, List.of(replacement), 0, 1)),
        "has 1@2 where this log has 1@1 committed");
  }

  @Test
  void anAnswerToAnOlderTermOrOfAFollowerIsIgnored() {
    raft.receive(PEER, new AppendEntriesResponse(0, true, LogPosition.ORIGIN, 1));

    assertThat(raft.hasReady()).isFalse();
  }

  @Test
  void entriesNobodyAskedForAreIgnored() {
    Raft committed = withCommittedEntry();

    committed.loaded(1, List.of(new Entry(new LogPosition(1, 1), NoOp.INSTANCE)));
    committed.loaded(1, List.of());

    assertThat(committed.hasReady()).isFalse();
  }

  @Test
  void aLoadThatWasOvertakenIsIgnored() {
    Raft replaying =
        start(
            Members.group(3),
            new DurableState(
                new TermAndVote(2, Optional.empty()), List.of(new LogPosition(1, 1)), 2, 0, 0));
    replaying.receive(PEER, new AppendEntries(2, new LogPosition(2, 1), List.of(), 2, 1));
    assertThat(replaying.ready().loads()).extracting(LoadEntries::firstIndex).containsExactly(1L);

    replaying.loaded(1, List.of(entry(1, 2), entry(2, 2)));
    assertThat(replaying.hasReady()).isFalse();
    replaying.loaded(1, List.of());
    assertThat(replaying.hasReady()).isFalse();

    replaying.loaded(1, List.of(entry(1, 1), entry(2, 1)));
    assertThat(replaying.ready().committed()).containsExactly(entry(1, 1), entry(2, 1));
  }

  /**
   * A load may reach beyond what is committed, into a tail that a new leader replaces meanwhile.
   */
  @Test
  void aLoadWhoseTailWasReplacedIsTakenUpToThere() {
    Raft replaying =
        start(
            Members.group(3),
            new DurableState(
                new TermAndVote(2, Optional.empty()), List.of(new LogPosition(1, 1)), 2, 0, 0));
    replaying.receive(PEER, new AppendEntries(2, new LogPosition(1, 1), List.of(), 1, 1));
    assertThat(replaying.ready().loads()).extracting(LoadEntries::firstIndex).containsExactly(1L);
    replaying.receive(
        PEER, new AppendEntries(2, new LogPosition(1, 1), List.of(entry(2, 2)), 1, 2));

    replaying.loaded(1, List.of(entry(1, 1), entry(2, 1)));

    assertThat(replaying.ready().committed()).containsExactly(entry(1, 1));
  }

  @Test
  void entriesThatNoLogCanHoldAreNoMessage() {
    Entry first = new Entry(new LogPosition(1, 1), NoOp.INSTANCE);
    Entry third = new Entry(new LogPosition(3, 1), NoOp.INSTANCE);

    assertThatThrownBy(() -> new AppendEntries(1, LogPosition.ORIGIN, List.of(first, third), 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("entry 3@1 cannot follow 1@1");
    assertThatThrownBy(() -> new AppendEntries(1, new LogPosition(4, 2), List.of(), 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatCode(() -> new AppendEntries(1, LogPosition.ORIGIN, List.of(first), 0, 1))
        .doesNotThrowAnyException();
  }

  @Test
  void theTermOfAHeartbeatIsAcknowledgedOnlyOnceItIsDurable() {
    raft.receive(PEER, heartbeat(1));
    Ready first = raft.ready();

    assertThat(first.sends()).isEmpty();
    assertThat(first.persist().orElseThrow().afterDurable()).hasSize(1);

    raft.persisted(first.persist().orElseThrow().number());
    raft.receive(PEER, heartbeat(2));
    assertThat(raft.ready().sends()).hasSize(1);
  }

  @Test
  void promisesOfATermThatHasPassedAreWithdrawn() {
    raft.receive(PEER, new RequestVote(1, LogPosition.ORIGIN, 1));
    raft.receive(OTHER_PEER, new RequestVote(2, LogPosition.ORIGIN, 1));

    Persist persist = raft.ready().persist().orElseThrow();

    assertThat(persist.termAndVote().orElseThrow().term()).isEqualTo(2);
    assertThat(persist.afterDurable()).extracting(Send::to).containsExactly(OTHER_PEER);
  }

  @Test
  void aVoteOfAnEarlierTermCountsForNothing() {
    long term = campaign(raft);
    while (raft.status().role() != Role.PRE_CANDIDATE) {
      raft.advanceTo(raft.nextDeadlineNanos());
      raft.ready().persist().ifPresent(repeated -> raft.persisted(repeated.number()));
    }
    long laterTerm = campaign(raft);

    raft.receive(PEER, new RequestVoteResponse(term, true, 1));
    assertThat(raft.status().role()).isEqualTo(Role.CANDIDATE);
    raft.receive(PEER, new RequestVoteResponse(laterTerm, true, 1));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void anAcknowledgementOfAnEarlierTermCountsForNothing() {
    long term = campaign(raft);
    raft.receive(PEER, new RequestVoteResponse(term, true, 1));
    AppendEntries request = (AppendEntries) raft.ready().sends().get(0).message();
    raft.persisted(2);
    LogPosition verified = request.lastVerified();

    raft.receive(PEER, new AppendEntriesResponse(term - 1, true, verified, request.sequence()));
    assertThat(raft.status().commitIndex()).isZero();
    raft.receive(PEER, new AppendEntriesResponse(term, true, verified, request.sequence()));
    assertThat(raft.status().commitIndex()).isEqualTo(verified.index());
  }

  @Test
  void anAnswerToARequestOfAnEarlierLifeIsNoneToOneOfThis() {
    Raft restarted =
        start(
            Members.group(3),
            new DurableState(new TermAndVote(5, Optional.empty()), List.of(), 0, 0, 0));
    long term = campaign(restarted);
    restarted.receive(PEER, new RequestVoteResponse(term, true, 1));

    // Whoever is in a later term than a request answers in that term, however late.
    restarted.receive(PEER, new AppendEntriesResponse(term, false, LogPosition.ORIGIN, 514));

    assertThat(restarted.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void theSyncOfAnEarlierWriteIsNotTakenForThatOfTheVote() {
    raft.receive(PEER, heartbeat(1));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    raft.receive(PEER, new AppendEntries(1, LogPosition.ORIGIN, List.of(entry(1, 1)), 0, 2));
    Persist write = raft.ready().persist().orElseThrow();
    raft.advanceTo(raft.nextDeadlineNanos());
    raft.receive(OTHER_PEER, new PreVoteResponse(2, true, 1));
    Persist vote = raft.ready().persist().orElseThrow();
    raft.receive(OTHER_PEER, new RequestVoteResponse(2, true, 1));

    raft.persisted(write.number());
    assertThat(raft.status().role()).isEqualTo(Role.CANDIDATE);
    raft.persisted(vote.number());
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aCandidateTriesNoFurtherTermBeforeItsVoteIsSynced() {
    Raft alone = start(Members.group(1), DurableState.EMPTY);
    alone.advanceTo(1000 * MILLI);
    Persist vote = alone.ready().persist().orElseThrow();

    alone.advanceTo(2000 * MILLI);
    assertThat(alone.status().term()).isEqualTo(1);
    assertThat(alone.nextDeadlineNanos()).isGreaterThan(2000 * MILLI);
    alone.persisted(vote.number());
    assertThat(alone.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aCandidateGivesTheOthersAsLongAgainAsItsOwnVoteHasTaken() {
    raft.advanceTo(raft.nextDeadlineNanos());
    raft.receive(PEER, new PreVoteResponse(1, true, 1));
    raft.advanceTo(5_000 * MILLI);
    raft.persisted(raft.ready().persist().orElseThrow().number());

    raft.advanceTo(9_000 * MILLI);
    assertThat(raft.status().role()).isEqualTo(Role.CANDIDATE);
    while (raft.nextDeadlineNanos() < 18_000 * MILLI) {
      raft.advanceTo(raft.nextDeadlineNanos());
    }
    assertThat(raft.status().role()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void aFollowerDoesNotCampaignBeforeItsVoteIsSynced() {
    raft.receive(PEER, new RequestVote(1, LogPosition.ORIGIN, 1));
    Persist vote = raft.ready().persist().orElseThrow();

    raft.advanceTo(2000 * MILLI);
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    assertThat(raft.nextDeadlineNanos()).isGreaterThan(2000 * MILLI);
    raft.persisted(vote.number());
    raft.advanceTo(raft.nextDeadlineNanos());
    assertThat(raft.status().role()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void whoGivesAVoteWaitsAnewBeforeItCampaigns() {
    long deadline = raft.nextDeadlineNanos();
    raft.advanceTo(deadline - 1);

    raft.receive(PEER, new RequestVote(1, LogPosition.ORIGIN, 1));
    raft.advanceTo(deadline);

    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
  }

  @Test
  void aCandidateThatGetsNoVoteDoesNotKeepOthersFromCampaigning() {
    Raft ahead = withCommittedEntry();
    long deadline = ahead.nextDeadlineNanos();
    ahead.advanceTo(deadline - 1);

    ahead.receive(PEER, new RequestVote(3, LogPosition.ORIGIN, 1));

    assertThat(ahead.status().term()).isEqualTo(3);
    assertThat(ahead.nextDeadlineNanos()).isEqualTo(deadline);
  }

  /** Makes it a candidate whose vote for itself is synced, and tells the term. */
  @Test
  void aLeaderWhoseDiskStandsStillGivesUpItsOffice() {
    raft.receive(PEER, new RequestVoteResponse(campaign(raft), true, 1));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);

    // It was elected 150 to 300 ms after its start, and may stand still for ten times 300 ms.
    for (long millis = 400; millis < 3_100; millis += 10) {
      hearFollowers(millis * MILLI);
      assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    }
    for (long millis = 3_100; millis < 3_400; millis += 10) {
      hearFollowers(millis * MILLI);
    }
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
  }

  @Test
  void aLeaderThatIsAloneKeepsItsOfficeHoweverLongItsDiskStandsStill() {
    Raft alone = start(Members.group(1), DurableState.EMPTY);
    alone.advanceTo(1_000 * MILLI);
    alone.persisted(alone.ready().persist().orElseThrow().number());

    alone.advanceTo(10_000 * MILLI);

    assertThat(alone.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aSnapshotAfterWhichAllEntriesAreKeptLeavesNothingToWrite() {
    Raft committed = withCommittedEntry();

    committed.compacted(new SnapshotMetadata(new LogPosition(1, 1), 0, Members.group(3), 1, 10, 1));

    assertThat(committed.hasReady()).isFalse();
  }

  @Test
  void aTimeoutNowThatLaterRequestsHaveOvertakenDoesNothing() {
    raft.receive(PEER, append(20));
    raft.persisted(raft.ready().persist().orElseThrow().number());

    raft.receive(PEER, new TimeoutNow(5, 10));
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);

    raft.receive(PEER, new TimeoutNow(5, 21));
    assertThat(raft.status().role()).isEqualTo(Role.CANDIDATE);
  }

  @Test
  void aForgedNumberDoesNotStopALaterTimeoutNow() {
    raft.receive(PEER, append(Long.MAX_VALUE));
    raft.receive(PEER, append(20));
    raft.persisted(raft.ready().persist().orElseThrow().number());

    raft.receive(PEER, new TimeoutNow(5, 21));

    assertThat(raft.status().role()).isEqualTo(Role.CANDIDATE);
  }

  private static AppendEntries append(long sequence) {
    return new AppendEntries(5, LogPosition.ORIGIN, List.of(entry(1, 5)), 0, sequence);
  }

  /** Time passes, the disk does nothing, and every request to a follower is answered at once. */
  private void hearFollowers(long nowNanos) {
    raft.advanceTo(nowNanos);
    for (Send send : raft.ready().sends()) {
      if (send.message() instanceof AppendEntries append) {
        raft.receive(
            send.to(),
            new AppendEntriesResponse(
                append.term(), true, append.lastVerified(), append.sequence()));
      }
    }
  }

  private static long campaign(Raft raft) {
    raft.advanceTo(raft.nextDeadlineNanos());
    Message preVote = raft.ready().sends().get(0).message();
    raft.receive(PEER, new PreVoteResponse(preVote.term(), true, preVote.sequence()));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    return preVote.term();
  }

  private static Raft withCommittedEntry() {
    return start(
        Members.group(3),
        new DurableState(
            new TermAndVote(2, Optional.empty()), List.of(new LogPosition(1, 1)), 1, 0, 1));
  }

  private static Entry entry(long index, long term) {
    return new Entry(new LogPosition(index, term), NoOp.INSTANCE);
  }

  private static AppendEntries heartbeat(long sequence) {
    return new AppendEntries(1, LogPosition.ORIGIN, List.of(), 0, sequence);
  }

  private static Raft start(Configuration group, DurableState state) {
    return new Raft(SELF, group, state, RaftOptions.DEFAULT, new Random(1), 0);
  }
}
