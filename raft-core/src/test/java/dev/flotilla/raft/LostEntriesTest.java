package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.LostEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member that has lost what it had confirmed counts for nothing, and ends (safety rule 2). */
final class LostEntriesTest {
  private static final Member SELF = Members.member(1);
  private static final Member LOSER = Members.member(2);
  private static final Member THIRD = Members.member(3);
  private static final LogPosition NO_OP = new LogPosition(1, 1);
  private static final RaftOptions OPTIONS = RaftOptions.DEFAULT;

  private final List<Send> sent = new ArrayList<>();
  private Raft raft;

  @BeforeEach
  void start() {
    raft = new Raft(SELF, Members.group(3), DurableState.EMPTY, OPTIONS, new Random(1), 0);
  }

  @Test
  void aRefusalBelowWhatWasConfirmedIsEvidence() {
    lead(1);
    confirm(LOSER, last(LOSER), NO_OP);

    refuse(LOSER, heartbeat(LOSER), LogPosition.ORIGIN);

    assertThat(raft.status().losses()).containsExactly(new LostEntries(LOSER, NO_OP, 0));
  }

  @Test
  void aRefusalOfWhatWasSentBeforeIsNoEvidence() {
    lead(1);
    AppendEntries early = last(LOSER);
    confirm(LOSER, heartbeat(LOSER), NO_OP);

    refuse(LOSER, early, LogPosition.ORIGIN);

    assertThat(raft.status().losses()).isEmpty();
  }

  @Test
  void aRefusalAtOrAboveWhatWasConfirmedIsNone() {
    lead(1);
    confirm(LOSER, last(LOSER), NO_OP);
    propose();

    refuse(LOSER, last(LOSER), NO_OP);

    assertThat(raft.status().losses()).isEmpty();
  }

  @Test
  void heartbeatsShowALoserWhatItHadConfirmed() {
    loserFound();

    assertThat(heartbeat(LOSER).confirmed()).isEqualTo(NO_OP);
    assertThat(heartbeat(THIRD).confirmed()).isEqualTo(LogPosition.ORIGIN);
  }

  @Test
  void aLoserGetsNoEntriesAndCountsForNoCommit() {
    loserFound();
    confirm(THIRD, last(THIRD), NO_OP);
    sent.clear();
    propose();

    assertThat(sent).noneMatch(it -> it.to().equals(LOSER));
    assertThat(raft.status().commitIndex()).isEqualTo(1);
    confirm(THIRD, last(THIRD), new LogPosition(2, 1));
    assertThat(raft.status().commitIndex()).isEqualTo(2);
  }

  @Test
  void aLeaderWhomOnlyALoserAnswersResigns() {
    loserFound();

    for (int i = 0; i < 10 && raft.status().role() == Role.LEADER; i++) {
      refuse(LOSER, heartbeat(LOSER), LogPosition.ORIGIN);
    }

    assertThat(raft.status().resignation()).contains("no majority answers this server");
  }

  @Test
  void theVoteOfALoserDoesNotCount() {
    loserFound();
    fall();

    electBy(LOSER);
    assertThat(raft.status().role()).isNotEqualTo(Role.LEADER);
    electBy(THIRD);
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void evidenceOutlivesTheTermOfTheLeader() {
    loserFound();
    fall();

    electBy(THIRD);

    assertThat(heartbeat(LOSER).confirmed()).isEqualTo(NO_OP);
  }

  @Test
  void whatWasCommittedIsRememberedInLaterTerms() {
    lead(1);
    confirm(LOSER, last(LOSER), NO_OP);
    fall();
    electBy(THIRD);
    drain();

    refuse(LOSER, last(LOSER), LogPosition.ORIGIN);

    assertThat(raft.status().losses()).containsExactly(new LostEntries(LOSER, NO_OP, 0));
  }

  @Test
  void aMemberThatShowsItsEntriesCountsAgain() {
    loserFound();

    confirm(LOSER, heartbeat(LOSER), NO_OP);
    assertThat(raft.status().losses()).isEmpty();
    propose();
    confirm(LOSER, last(LOSER), new LogPosition(2, 1));

    assertThat(raft.status().commitIndex()).isEqualTo(2);
  }

  @Test
  void whatWasSentBeforeTheLossWasFoundClearsNone() {
    lead(1);
    confirm(LOSER, last(LOSER), NO_OP);
    AppendEntries early = heartbeat(LOSER);
    AppendEntries refused = heartbeat(LOSER);
    AppendEntries late = heartbeat(LOSER);
    refuse(LOSER, refused, LogPosition.ORIGIN);

    confirm(LOSER, early, NO_OP);
    assertThat(raft.status().losses()).as("it was overtaken by the refusal").hasSize(1);
    confirm(LOSER, late, NO_OP);
    assertThat(raft.status().losses()).as("it may have been answered before it").hasSize(1);
  }

  @Test
  void aLoserIsForgottenOnceItIsNoMember() {
    loserFound();

    raft.change(new Configuration(Members.of(1, 3)));
    drain();
    for (int index = 2; index <= 4; index++) {
      confirm(THIRD, last(THIRD), new LogPosition(index, 1));
    }

    assertThat(raft.status().losses()).isEmpty();
  }

  @Test
  void aFollowerThatLacksWhatItConfirmedEnds() {
    raft.receive(LOSER, shown(new LogPosition(3, 1)));
    drain();

    assertThat(raft.status().ownLoss()).contains(new LostEntries(SELF, new LogPosition(3, 1), 0));
    assertThat(sent).isEmpty();
  }

  @Test
  void whoHasLostEntriesNeitherVotesNorCampaigns() {
    raft.receive(LOSER, shown(new LogPosition(3, 1)));

    raft.receive(THIRD, new PreVote(2, NO_OP, 1));
    raft.receive(THIRD, new RequestVote(2, NO_OP, 2, true));
    for (int i = 0; i < 20; i++) {
      raft.advanceTo(raft.nextDeadlineNanos());
      drain();
    }

    assertThat(sent).isEmpty();
    assertThat(raft.status().term()).isEqualTo(1);
  }

  @Test
  void aFollowerThatHoldsWhatItConfirmedAnswers() {
    raft.receive(LOSER, shown(LogPosition.ORIGIN));
    drain();

    assertThat(raft.status().ownLoss()).isEmpty();
    assertThat(sent).hasSize(1);
  }

  private static AppendEntries shown(LogPosition confirmed) {
    return new AppendEntries(1, LogPosition.ORIGIN, List.of(), 0, 1, confirmed, 0);
  }

  private void loserFound() {
    lead(1);
    confirm(LOSER, last(LOSER), NO_OP);
    refuse(LOSER, heartbeat(LOSER), LogPosition.ORIGIN);
  }

  private void lead(long term) {
    electBy(THIRD);
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    assertThat(raft.status().term()).isEqualTo(term);
    drain();
  }

  /** Nobody is heard until this server leads no more. */
  private void fall() {
    while (raft.status().role() == Role.LEADER) {
      raft.advanceTo(raft.nextDeadlineNanos());
      drain();
    }
  }

  /** One member, and this server, give it all their votes, if it campaigns. */
  private void electBy(Member voter) {
    long term = raft.status().term() + 1;
    sent.clear();
    while (sent.stream().noneMatch(it -> it.message() instanceof PreVote)) {
      raft.advanceTo(raft.nextDeadlineNanos());
      drain();
    }
    long sequence = sent.get(sent.size() - 1).message().sequence();
    raft.receive(voter, new PreVoteResponse(term, true, sequence));
    drain();
    raft.receive(voter, new RequestVoteResponse(raft.status().term(), true, sequence));
    drain();
  }

  private void propose() {
    raft.propose(new Command("uid-1", "c", Bytes.EMPTY));
    drain();
  }

  private AppendEntries heartbeat(Member to) {
    raft.advanceTo(raft.nextDeadlineNanos());
    drain();
    return last(to);
  }

  private AppendEntries last(Member to) {
    return sent.stream()
        .filter(it -> it.to().equals(to) && it.message() instanceof AppendEntries)
        .map(it -> (AppendEntries) it.message())
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  private void confirm(Member from, AppendEntries request, LogPosition verified) {
    answer(from, request, true, verified);
  }

  private void refuse(Member from, AppendEntries request, LogPosition hint) {
    answer(from, request, false, hint);
  }

  private void answer(Member from, AppendEntries request, boolean success, LogPosition hint) {
    raft.receive(
        from, new AppendEntriesResponse(request.term(), success, hint, request.sequence()));
    drain();
  }

  private void drain() {
    while (raft.hasReady()) {
      Ready ready = raft.ready();
      sent.addAll(ready.sends());
      Optional<Persist> persist = ready.persist();
      if (persist.isPresent()) {
        sent.addAll(persist.get().afterDurable());
        raft.persisted(persist.get().number());
      }
      if (!ready.committed().isEmpty()) {
        raft.applied(ready.committed().get(ready.committed().size() - 1).index());
      }
    }
  }
}
