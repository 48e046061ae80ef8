package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.outcome.ExecutedCommand;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.request.ApplyRequest;
import dev.flotilla.node.request.CommittedBatch;
import dev.flotilla.node.request.Insert;
import dev.flotilla.node.request.Read;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.ExecutionWindow;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.sessions.Sessions;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A command that was executed is not absent, nor new, because its result had to make room. */
class DroppedResultTest {
  /** As many as a page of the execution window holds. */
  private static final int COMMANDS = 1024;

  private static final int MAX_RESULT_BYTES = 100;

  private final NodeQueues queues = new NodeQueues(2 * COMMANDS);
  private final NodeCounters counters = new NodeCounters();
  private final NodeLifecycle life = new NodeLifecycle("test", 1, queues::wakeAll, () -> {});
  private final JournalMachine machine = new JournalMachine();
  private final ApplyLoop loop =
      new ApplyLoop(
          queues,
          counters,
          life,
          null,
          machine,
          new ClientTable(
              new ExecutionWindow(10 * COMMANDS, MAX_RESULT_BYTES, new SeenUids(1)),
              new Sessions(Sessions.Bounds.PROTOCOL)),
          TestServer.snapshots(queues, machine),
          RaftOptions.DEFAULT,
          () -> 0);

  @BeforeEach
  void executeMoreThanTheWindowKeepsResultsOf() {
    for (int i = 1; i <= COMMANDS; i++) {
      Entry entry = new Entry(new LogPosition(i, 1), command("c" + i));
      queues.commit(new CommittedBatch(List.of(entry), List.of()));
    }
    loop.doWork();
    LogPosition next = new LogPosition(COMMANDS + 1, 1);
    queues.commit(new CommittedBatch(List.of(new Entry(next, command("next"))), List.of()));
    loop.doWork();
    assertThat(machine.uids()).hasSize(COMMANDS + 1);
  }

  @Test
  void aRetryIsNotExecutedAgainAndIsToldThatItWasExecuted() {
    Outcome<InsertOutcome> retry = new Outcome<>();
    queues.questions.offer(new ApplyRequest.LookUp(new Insert(command("c1"), retry)));
    loop.doWork();
    assertThat(retry.get()).isEqualTo(new InsertOutcome.ResultDropped(true));
    assertThat(machine.uids()).hasSize(COMMANDS + 1);
  }

  @Test
  void aRetryThatReachedTheLogIsNotExecutedAgainEither() {
    Outcome<InsertOutcome> retry = new Outcome<>();
    LogPosition position = new LogPosition(COMMANDS + 2, 1);
    queues.commit(
        new CommittedBatch(
            List.of(new Entry(position, command("c1"))),
            List.of(new Insert(command("c1"), retry).appendedAt(position))));
    loop.doWork();
    assertThat(retry.get()).isEqualTo(new InsertOutcome.ResultDropped(true));
    assertThat(machine.uids()).hasSize(COMMANDS + 1);
  }

  @Test
  void aReadFindsItWithoutItsResult() {
    assertThat(find("c1"))
        .contains(
            new ExecutedCommand(
                new LogPosition(1, 1), "c1", Optional.empty(), true, Optional.empty()));
  }

  @Test
  void aReadOfWhatWasNeverExecutedFindsNothing() {
    assertThat(find("never")).isEmpty();
  }

  private Optional<ExecutedCommand> find(String uid) {
    Outcome<QueryOutcome<Optional<ExecutedCommand>>> outcome = new Outcome<>();
    queues.questions.offer(
        new ApplyRequest.Answer(new Read<>(state -> state.find(uid), 0, outcome), COMMANDS));
    loop.doWork();
    return ((QueryOutcome.Answered<Optional<ExecutedCommand>>) outcome.get()).value();
  }
}
