package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.log.LogTimeOrder;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Log time: how long leaders have been in office, told by the entries. */
final class LogTimeTest {
  private static final long MILLI = 1_000_000;
  private static final long STARTED_NANOS = 5_000 * MILLI;
  private static final Member PEER = Members.member(2);

  @Test
  void anOfficeGoesOnFromTheLogTimeOfTheLastEntry() {
    Raft raft = start(1_000);
    Ready opening = winElection(raft);
    assertThat(times(opening)).containsExactly(1_000L);

    long officeNanos = raft.nextDeadlineNanos() - RaftOptions.DEFAULT.heartbeatNanos();
    raft.noteTime(officeNanos + 7 * MILLI);
    raft.propose(new Command("a", "put", Bytes.EMPTY));
    raft.noteTime(officeNanos + 9 * MILLI + 1);
    raft.propose(new Command("b", "put", Bytes.EMPTY));

    assertThat(times(raft.ready())).containsExactly(1_007L, 1_009L);
  }

  @Test
  void anEntryOlderThanTheOneBeforeItIsRefused() {
    Raft raft = start(1_000);
    AppendEntries older = append(new LogPosition(2, 1), entry(3, 2, 999), entry(4, 2, 1_001));

    Refusals.assertRefused(
        raft,
        () -> raft.receive(PEER, older),
        "sends 3@2 with log time 999, it was 1000 before it");
  }

  @Test
  void anOlderEntryThatKeepsComingIsTakenWithARaisedLogTime() {
    Raft raft = start(1_000);
    AppendEntries older = append(new LogPosition(2, 1), entry(3, 2, 999), entry(4, 2, 1_001));
    raft.receive(PEER, older);
    raft.receive(PEER, append(new LogPosition(2, 1), entry(3, 1, 1)));
    raft.receive(PEER, older);
    long patienceNanos =
        LogTimeOrder.PATIENCE_TIMEOUTS * RaftOptions.DEFAULT.electionTimeoutMaxNanos();

    raft.noteTime(STARTED_NANOS + patienceNanos - 1);
    raft.receive(PEER, older);
    assertThat(raft.status().last().index()).isEqualTo(2);

    raft.noteTime(STARTED_NANOS + patienceNanos);
    raft.receive(PEER, older);
    assertThat(times(raft.ready())).containsExactly(1_000L, 1_001L);
  }

  @Test
  void olderEntriesThatFollowATakenOneAreTakenUntilOneIsInOrder() {
    Raft raft = start(1_000);
    raft.receive(PEER, append(new LogPosition(2, 1), entry(3, 2, 400)));
    raft.noteTime(
        STARTED_NANOS
            + LogTimeOrder.PATIENCE_TIMEOUTS * RaftOptions.DEFAULT.electionTimeoutMaxNanos());
    raft.receive(PEER, append(new LogPosition(2, 1), entry(3, 2, 400)));

    raft.receive(PEER, append(new LogPosition(3, 2), entry(4, 2, 500)));
    raft.receive(PEER, append(new LogPosition(4, 2), entry(5, 2, 1_002)));
    assertThat(times(raft.ready())).containsExactly(1_000L, 1_000L, 1_002L);

    AppendEntries older = append(new LogPosition(5, 2), entry(6, 2, 1_001));
    Refusals.assertRefused(raft, () -> raft.receive(PEER, older), "log time 1001, it was 1002");
  }

  @Test
  void anEntryThatReplacesAnotherMayBeOlderThanThat() {
    Raft raft = start(1_000);

    raft.receive(PEER, append(new LogPosition(1, 1), entry(2, 2, 400)));
    assertThat(times(raft.ready())).containsExactly(400L);

    raft.receive(PEER, append(new LogPosition(2, 2), entry(3, 2, 800)));
    raft.receive(PEER, append(new LogPosition(2, 2), entry(3, 3, 500), entry(4, 3, 500)));
    assertThat(times(raft.ready())).containsExactly(500L, 500L);

    Refusals.assertRefused(
        raft,
        () -> raft.receive(PEER, append(new LogPosition(2, 2), entry(3, 4, 399))),
        "log time 399, it was 400");
  }

  @Test
  void aLogTimeThatHasReachedItsLimitStandsStill() {
    Raft raft = start(NumberLimits.MAX_TIME_MILLIS - 1);
    winElection(raft);

    raft.noteTime(raft.nextDeadlineNanos());
    raft.propose(new Command("a", "put", Bytes.EMPTY));

    assertThat(times(raft.ready())).containsExactly(NumberLimits.MAX_TIME_MILLIS);
  }

  @Test
  void aMessageWhoseEntriesGoBackInTimeCannotBeMade() {
    assertThatThrownBy(() -> append(LogPosition.ORIGIN, entry(1, 1, 2), entry(2, 1, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2@1 is older");
    assertThatThrownBy(() -> entry(1, 1, -1)).hasMessageContaining("log time -1");
    assertThatThrownBy(() -> entry(1, 1, Long.MAX_VALUE)).hasMessageContaining("log time");
  }

  private static Raft start(long lastTimeMillis) {
    DurableState state =
        new DurableState(
            new TermAndVote(1, Optional.empty()),
            List.of(new LogPosition(1, 1)),
            2,
            lastTimeMillis,
            0);
    return new Raft(
        Members.member(1),
        Members.group(3),
        state,
        RaftOptions.DEFAULT,
        new Random(1),
        STARTED_NANOS);
  }

  private static Ready winElection(Raft raft) {
    raft.advanceTo(raft.nextDeadlineNanos());
    long sequence = raft.ready().sends().get(0).message().sequence();
    raft.receive(PEER, new PreVoteResponse(raft.status().term() + 1, true, sequence));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    raft.receive(PEER, new RequestVoteResponse(raft.status().term(), true, sequence));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
    return raft.ready();
  }

  private static AppendEntries append(LogPosition previous, Entry... entries) {
    return new AppendEntries(entries[entries.length - 1].term(), previous, List.of(entries), 0, 1);
  }

  private static Entry entry(long index, long term, long timeMillis) {
    return new Entry(new LogPosition(index, term), timeMillis, NoOp.INSTANCE);
  }

  private static List<Long> times(Ready ready) {
    return ready.persist().orElseThrow().entries().stream().map(Entry::timeMillis).toList();
  }
}
