package dev.flotilla.node.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SessionTag;
import org.junit.jupiter.api.Test;

/** What is decided on commands of sessions. */
class SessionsTest {
  private static final int IDLE_MILLIS = 1000;
  private static final Sessions.Bounds BOUNDS = new Sessions.Bounds(3, 4, 6, 100, IDLE_MILLIS, 100);

  private final ClientTable table =
      new ClientTable(new ExecutionWindow(10, 1000, new SeenUids(1)), new Sessions(BOUNDS));
  private long index;
  private long timeMillis;

  private DedupDecision decide(Payload payload) {
    index++;
    Entry entry = new Entry(new LogPosition(index, 1), timeMillis, payload);
    DedupDecision decision = table.decide(entry).orElseThrow();
    if (isNew(decision)) {
      table.resolve(Result.ok(Bytes.utf8("result " + index)));
    }
    return decision;
  }

  /** Whether the command that was decided on last is to be executed. */
  private boolean isNew(DedupDecision decision) {
    return decision instanceof CachedResult memory && memory.position().index() == index;
  }

  private void assertNew(DedupDecision decision) {
    assertThat(decision).matches(this::isNew);
  }

  private CachedResult assertRepeat(DedupDecision decision) {
    assertThat(decision).isInstanceOf(CachedResult.class).matches(it -> !isNew(it));
    return (CachedResult) decision;
  }

  private long open(String uid) {
    DedupDecision.Answer answer = (DedupDecision.Answer) decide(new OpenSession(uid));
    return ((InsertOutcome.SessionOpened) answer.outcome()).session();
  }

  private static Command command(long session, long sequence, long lowestUnanswered) {
    return new Command("u" + sequence, "put", Bytes.EMPTY)
        .in(new SessionTag(session, sequence, lowestUnanswered));
  }

  private DedupDecision send(long session, long sequence, long lowestUnanswered) {
    return decide(command(session, sequence, lowestUnanswered));
  }

  private static InsertOutcome outcome(DedupDecision decision) {
    assertThat(decision).isInstanceOf(DedupDecision.Answer.class);
    return ((DedupDecision.Answer) decision).outcome();
  }

  @Test
  void aSessionIsNamedByTheEntryThatOpensIt() {
    decide(new Command("bare", "put", Bytes.EMPTY));
    assertThat(open("a")).isEqualTo(2);
    assertThat(open("b")).isEqualTo(3);
    assertThat(open("a")).as("repeated").isEqualTo(2);
  }

  @Test
  void aRepeatedNumberGetsTheFirstResultAndIsNotExecuted() {
    long session = open("a");
    assertNew(send(session, 1, 1));
    assertNew(send(session, 2, 1));
    DedupDecision again = send(session, 1, 1);
    assertThat(assertRepeat(again).result()).contains(Result.ok(Bytes.utf8("result 2")));
  }

  @Test
  void commandsMayOvertakeEachOther() {
    long session = open("a");
    assertNew(send(session, 3, 1));
    assertNew(send(session, 1, 1));
    assertRepeat(send(session, 3, 1));
  }

  @Test
  void anotherCommandUnderAUsedNumberIsInvalid() {
    long session = open("a");
    send(session, 1, 1);
    SessionTag tag = new SessionTag(session, 1, 1);
    assertThat(outcome(decide(new Command("u1", "other", Bytes.EMPTY).in(tag))))
        .isInstanceOf(InsertOutcome.Invalid.class);
    assertThat(outcome(decide(new Command("other", "put", Bytes.EMPTY).in(tag))))
        .as("another uid")
        .isInstanceOf(InsertOutcome.Invalid.class);
  }

  @Test
  void aCommandThatItsClientHasTheAnswerOfIsNeverExecuted() {
    long session = open("a");
    send(session, 1, 1);
    send(session, 5, 4);
    for (long late : new long[] {1, 2, 3}) {
      assertThat(outcome(send(session, late, 1)))
          .isInstanceOfSatisfying(
              InsertOutcome.Invalid.class,
              it -> assertThat(it.reason()).contains("number " + late, "before 4"));
    }
    assertNew(send(session, 4, 1));
  }

  @Test
  void aSessionThatIsNotUsedExpiresByLogTimeAndStaysExpired() {
    long idle = open("a");
    long used = open("b");
    timeMillis += IDLE_MILLIS;
    send(used, 1, 1);
    timeMillis += 1;
    assertThat(outcome(send(idle, 1, 1))).isEqualTo(new InsertOutcome.SessionExpired(idle));
    assertRepeat(send(used, 1, 1));
    assertThat(open("a")).as("a new one").isGreaterThan(used);
    assertThat(outcome(send(idle, 1, 1))).isEqualTo(new InsertOutcome.SessionExpired(idle));
    assertThat(outcome(send(99, 1, 1))).isEqualTo(new InsertOutcome.SessionExpired(99));
  }

  @Test
  void everyCommandKeepsItsSessionAliveWhateverIsDecidedOnIt() {
    long session = open("a");
    send(session, 2, 2);
    for (int i = 0; i < 5; i++) {
      timeMillis += IDLE_MILLIS;
      assertThat(outcome(send(session, 1, 1))).isInstanceOf(InsertOutcome.Invalid.class);
    }
  }

  @Test
  void boundsAreMetWithBusyAndMakeRoomWhenAnswersAreAcknowledged() {
    long session = open("a");
    for (int i = 1; i <= BOUNDS.maxCommandsPerSession(); i++) {
      assertNew(send(session, i, 1));
    }
    assertThat(outcome(send(session, 5, 1))).isInstanceOf(InsertOutcome.Busy.class);
    assertRepeat(send(session, 4, 1));
    long other = open("b");
    send(other, 1, 1);
    send(other, 2, 1);
    assertThat(outcome(send(other, 3, 1))).as("all").isInstanceOf(InsertOutcome.Busy.class);
    assertNew(send(session, 5, 4));
    assertNew(send(other, 3, 1));
    open("c");
    assertThat(outcome(decide(new OpenSession("d")))).isInstanceOf(InsertOutcome.Busy.class);
    timeMillis += IDLE_MILLIS + 1;
    assertThat(open("d")).isPositive();
  }

  @Test
  void resultsThatAreTooMuchAreDroppedOldestFirstAndTheirCommandsStayKnown() {
    long session = open("a");
    long index = 0;
    for (int i = 1; i <= 4; i++) {
      decide(command(session, i, Math.max(1, i - 2)));
      index++;
    }
    assertThat(index).isEqualTo(4);
    Command large = command(session, 5, 4);
    DedupDecision first = table.decide(new Entry(new LogPosition(50, 1), large)).orElseThrow();
    table.resolve(Result.rejected(Bytes.wrap(new byte[100])));
    this.index = 50;
    assertNew(first);
    assertThat(((CachedResult) first).result()).as("for who waits for it").isPresent();
    send(session, 6, 4);
    CachedResult four = assertRepeat(send(session, 4, 4));
    CachedResult five = assertRepeat(send(session, 5, 4));
    assertThat(four.result()).isEmpty();
    assertThat(five.result()).isEmpty();
    assertThat(five.success()).isFalse();
  }

  @Test
  void commandsOfSessionsDoNotPushBareUidsOut() {
    decide(new Command("bare", "put", Bytes.EMPTY));
    long session = open("a");
    for (int i = 1; i < 50; i++) {
      send(session, i, i);
    }
    assertRepeat(decide(new Command("bare", "put", Bytes.EMPTY)));
    // A uid that a session used.
    assertNew(decide(new Command("u7", "put", Bytes.EMPTY)));
    assertThat(table.latestUid()).contains("u7");
  }

  @Test
  void aRetryIsLookedUpWithoutAnEntry() {
    long session = open("a");
    send(session, 1, 1);
    send(session, 3, 2);
    assertThat(table.lookUp(command(session, 3, 2)))
        .get()
        .isInstanceOfSatisfying(
            CachedResult.class, it -> assertThat(it.position().index()).isEqualTo(index));
    assertThat(table.lookUp(command(session, 1, 1))).get().isInstanceOf(DedupDecision.Answer.class);
    assertThat(table.lookUp(command(session, 4, 2))).isEmpty();
    assertThat(table.lookUp(command(99, 1, 1))).as("it may be open by now").isEmpty();
  }

  @Test
  void numbersThatNoClientHasAreRefused() {
    assertThatThrownBy(() -> new SessionTag(0, 1, 1)).hasMessageContaining("session 0");
    assertThatThrownBy(() -> new SessionTag(1, 1, 0)).hasMessageContaining("unanswered 0");
    assertThatThrownBy(() -> new SessionTag(1, 1, 2))
        .hasMessageContaining("from 1 to the sequence");
  }
}
