package dev.flotilla.node.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SessionTag;
import org.junit.jupiter.api.Test;

/** Clients that leave sessions behind, under the bounds of the protocol. */
class CrowdedSessionsTest {
  private static final int FULL_SESSIONS =
      Sessions.MAX_COMMANDS / Sessions.MAX_COMMANDS_PER_SESSION;

  private static final long SILENT_MILLIS = Sessions.CROWDED_IDLE_MILLIS + 1;

  private final ClientTable table = ClientTable.forNode(new SeenUids(1));
  private long index;
  private long timeMillis;

  private DedupDecision decide(Payload payload) {
    index++;
    DedupDecision decision =
        table.decide(new Entry(new LogPosition(index, 1), timeMillis, payload)).orElseThrow();
    if (isNew(decision)) {
      table.resolve(Result.ok(Bytes.EMPTY));
    }
    return decision;
  }

  /** Whether the command that was decided on last is to be executed. */
  private boolean isNew(DedupDecision decision) {
    return decision instanceof CachedResult memory && memory.position().index() == index;
  }

  private void activate(int version) {
    index++;
    table.decide(new Entry(new LogPosition(index, 1), timeMillis, new ActivateVersion(version)));
  }

  private InsertOutcome tryToOpen(String uid) {
    return ((DedupDecision.Answer) decide(new OpenSession(uid))).outcome();
  }

  private long open(String uid) {
    return ((InsertOutcome.SessionOpened) tryToOpen(uid)).session();
  }

  private DedupDecision send(long session, long sequence, long lowestUnanswered) {
    return decide(
        new Command("u" + session + "-" + sequence, "put", Bytes.EMPTY)
            .in(new SessionTag(session, sequence, lowestUnanswered)));
  }

  /** The first command stays unanswered for ever, so that those after it are not forgotten. */
  private long leaveBehind(String uid, int commands) {
    long session = open(uid);
    for (int i = 1; i <= commands; i++) {
      assertThat(send(session, i, 1)).matches(this::isNew);
    }
    return session;
  }

  private void fill() {
    for (int i = 0; i < FULL_SESSIONS; i++) {
      leaveBehind("left-" + i, Sessions.MAX_COMMANDS_PER_SESSION);
    }
  }

  private static InsertOutcome outcome(DedupDecision decision) {
    return ((DedupDecision.Answer) decision).outcome();
  }

  @Test
  void sessionsThatWereLeftBehindDoNotKeepOthersFromBeingServed() {
    activate(ProtocolVersions.CROWDED_SESSIONS);
    fill();
    timeMillis += SILENT_MILLIS;
    long session = open("in use");
    for (int i = 1; i <= 5_000; i++) {
      assertThat(send(session, i, i)).as("command " + i).matches(this::isNew);
    }
  }

  @Test
  void beforeTheVersionThatBringsItNobodyMakesRoom() {
    activate(ProtocolVersions.SESSIONS);
    fill();
    timeMillis += SILENT_MILLIS;
    assertThat(outcome(send(open("in use"), 1, 1))).isInstanceOf(InsertOutcome.Busy.class);
  }

  @Test
  void theSilentSessionThatHoldsMostGoesAndIsNeverExecutedAgain() {
    activate(ProtocolVersions.CROWDED_SESSIONS);
    long eldest = leaveBehind("small", 1);
    long largest = leaveBehind("large", Sessions.MAX_COMMANDS_PER_SESSION);
    for (int i = 2; i < FULL_SESSIONS; i++) {
      leaveBehind("left-" + i, Sessions.MAX_COMMANDS_PER_SESSION);
    }
    leaveBehind("the rest", Sessions.MAX_COMMANDS_PER_SESSION - 1);
    timeMillis += SILENT_MILLIS;
    long session = open("in use");
    assertThat(send(session, 1, 1)).matches(this::isNew);
    for (int i = 1; i <= Sessions.MAX_COMMANDS_PER_SESSION + 1; i++) {
      assertThat(outcome(send(largest, i, 1))).isEqualTo(new InsertOutcome.SessionExpired(largest));
    }
    assertThat(send(eldest, 1, 1)).isInstanceOf(CachedResult.class).matches(it -> !isNew(it));
    assertThat(open("large")).as("another under its uid").isGreaterThan(session);
  }

  @Test
  void sessionsInUseAreNotClosedHoweverManyAsk() {
    activate(ProtocolVersions.CROWDED_SESSIONS);
    fill();
    timeMillis += Sessions.CROWDED_IDLE_MILLIS;
    assertThat(outcome(send(open("late"), 1, 1))).isInstanceOf(InsertOutcome.Busy.class);
  }

  @Test
  void aSilentSessionWithoutCommandsIsNotClosedForWhatItDoesNotHold() {
    activate(ProtocolVersions.CROWDED_SESSIONS);
    long empty = open("empty");
    timeMillis += SILENT_MILLIS;
    fill();
    assertThat(outcome(send(open("late"), 1, 1))).isInstanceOf(InsertOutcome.Busy.class);
    assertThat(open("empty")).isEqualTo(empty);
  }

  @Test
  void whenTooManySessionsAreOpenTheOneThatIsSilentLongestGoes() {
    activate(ProtocolVersions.CROWDED_SESSIONS);
    long first = open("first");
    for (int i = 1; i < Sessions.MAX_SESSIONS; i++) {
      open("other-" + i);
    }
    assertThat(tryToOpen("late")).isInstanceOf(InsertOutcome.Busy.class);
    timeMillis += SILENT_MILLIS;
    assertThat(open("late")).isGreaterThan(Sessions.MAX_SESSIONS);
    assertThat(outcome(send(first, 1, 1))).isEqualTo(new InsertOutcome.SessionExpired(first));
    assertThat(tryToOpen("later")).isInstanceOf(InsertOutcome.SessionOpened.class);
  }
}
