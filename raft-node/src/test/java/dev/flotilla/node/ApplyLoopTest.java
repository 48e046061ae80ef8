package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeState;
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
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What only a log with duplicates in it shows. */
class ApplyLoopTest {
  private static final int WINDOW = 10;

  private long nowNanos;
  private long offered;
  private final NodeQueues queues = new NodeQueues(100);
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
              new ExecutionWindow(WINDOW, 1000, new SeenUids(1)),
              new Sessions(Sessions.Bounds.PROTOCOL)),
          TestServer.snapshots(queues, machine),
          RaftOptions.DEFAULT,
          () -> nowNanos);
  private final List<Entry> entries = new ArrayList<>();
  private final List<Insert> waiting = new ArrayList<>();

  private Outcome<InsertOutcome> append(Command command) {
    Outcome<InsertOutcome> outcome = new Outcome<>();
    append(command, outcome);
    return outcome;
  }

  private void append(Command command, Consumer<InsertOutcome> outcome) {
    LogPosition position = new LogPosition(nextIndex(), 1);
    entries.add(new Entry(position, command));
    waiting.add(new Insert(command, outcome).appendedAt(position));
  }

  private long nextIndex() {
    return queues.appliedIndex.get() + entries.size() + 1;
  }

  private void commit() {
    queues.commit(new CommittedBatch(List.copyOf(entries), List.copyOf(waiting)));
    entries.clear();
    waiting.clear();
    assertThat(loop.doWork()).isPositive();
  }

  private static InsertOutcome executed(int number) {
    return new InsertOutcome.Executed(Result.ok(Bytes.utf8(Integer.toString(number))));
  }

  @Test
  void duplicatesInOneBatchAreExecutedOnceAndAllGetTheFirstResult() {
    Outcome<InsertOutcome> first = append(command("a"));
    Outcome<InsertOutcome> other = append(command("b"));
    Outcome<InsertOutcome> again = append(command("a"));
    commit();
    assertThat(first.get()).isEqualTo(again.get()).isEqualTo(executed(1));
    assertThat(other.get()).isEqualTo(executed(2));
    assertThat(machine.uids()).containsExactly("a", "b");
    assertThat(counters.duplicateCommands.sum()).isEqualTo(1);
  }

  @Test
  void duplicateInALaterBatchGetsTheFirstResult() {
    append(command("a"));
    commit();
    append(command("b"));
    commit();
    Outcome<InsertOutcome> again = append(command("a"));
    commit();
    assertThat(again.get()).isEqualTo(executed(1));
    assertThat(machine.uids()).containsExactly("a", "b");
    assertThat(queues.appliedIndex.get()).isEqualTo(3);
  }

  @Test
  void anotherCommandUnderACommittedUidIsInvalidAndNotExecuted() {
    append(command("a", "x=1"));
    Outcome<InsertOutcome> other = append(command("a", "x=2"));
    commit();
    assertThat(other.get()).isInstanceOf(InsertOutcome.Invalid.class);
    assertThat(machine.uids()).containsExactly("a");
  }

  @Test
  void uidIsForgottenAfterAsManyCommandsAsTheWindowHolds() {
    append(command("a"));
    for (int i = 1; i < WINDOW; i++) {
      append(command("c" + i));
    }
    Outcome<InsertOutcome> inTime = append(command("a"));
    append(command("one more"));
    Outcome<InsertOutcome> tooLate = append(command("a"));
    commit();
    assertThat(inTime.get()).isEqualTo(executed(1));
    assertThat(tooLate.get()).isEqualTo(executed(WINDOW + 2));
  }

  @Test
  void whatIsHandedOutWhileItAppliesWaitsForTheNextLookAtTheDisk() {
    Entry more = new Entry(new LogPosition(WINDOW + 3, 1), command("more"));
    // The group thread knows of the first ten commands before the eleventh is applied.
    append(command("first"), it -> queues.commit(new CommittedBatch(List.of(more), List.of())));
    for (int i = 1; i <= WINDOW; i++) {
      append(command("c" + i));
    }
    append(command("last"), it -> machine.have(Room.NONE));
    commit();
    assertThat(machine.uids()).hasSize(WINDOW + 2).endsWith("last");
    loop.doWork();
    assertThat(machine.uids()).hasSize(WINDOW + 2);

    machine.have(Room.ENOUGH);
    nowNanos += StateRoom.RETRY_NANOS;
    loop.doWork();
    assertThat(machine.uids()).endsWith("more");
  }

  @Test
  void entriesWithoutACommandAreAppliedWithoutTheMachine() {
    entries.add(new Entry(new LogPosition(1, 1), NoOp.INSTANCE));
    commit();
    assertThat(queues.appliedIndex.get()).isEqualTo(1);
    assertThat(machine.uids()).isEmpty();
  }

  @Test
  void gapBetweenBatchesStopsTheNode() {
    entries.add(new Entry(new LogPosition(2, 1), NoOp.INSTANCE));
    queues.commit(new CommittedBatch(List.copyOf(entries), List.of()));
    loop.doWork();
    assertThat(loop.state()).isEqualTo(NodeState.FAILED);
  }

  @Test
  void aFingerprintDependsOnTheLogAndNotOnTheBatches() {
    ApplyLoopTest together = new ApplyLoopTest();
    for (ApplyLoopTest member : List.of(this, together)) {
      member.append(command("a"));
      if (member == this) {
        commit();
      }
      member.entries.add(
          new Entry(new LogPosition(2, 1), new ActivateVersion(ProtocolVersions.COMMAND_VERSIONS)));
      member.commit();
      member.nowNanos += FingerprintTaker.REST_NANOS;
      member.loop.doWork();
    }

    assertThat(queues.fingerprints).hasSize(1).isEqualTo(together.queues.fingerprints);
  }

  @Test
  void aStoppedLoopStillReadsPiecesOfSnapshots() {
    entries.add(new Entry(new LogPosition(1, 1), new ActivateCommands(2)));
    commit();
    assertThat(queues.applyStopped).isNotNull();

    LogPosition last = new LogPosition(1, 1);
    SnapshotMetadata snapshot = new SnapshotMetadata(last, 0, Configuration.NONE, 1, 10, 7);
    queues.snapshots.chunkLoads.offer(new LoadChunk(snapshot, 0, 10));
    loop.doWork();

    assertThat(queues.snapshots.reports.depth()).isEqualTo(1);
  }

  private Outcome<QueryOutcome<Result>> ask(long confirmedIndex) {
    Outcome<QueryOutcome<Result>> outcome = new Outcome<>();
    Read<Result> read = new Read<>(state -> state.query(Bytes.EMPTY), 0, outcome);
    queues.questions.offer(new ApplyRequest.Answer(read, confirmedIndex));
    return outcome;
  }

  @Test
  void confirmedQuestionWaitsUntilItsEntryIsApplied() {
    Outcome<QueryOutcome<Result>> early = ask(2);
    loop.doWork();
    append(command("a"));
    commit();
    assertThat(early.isThere()).isFalse();
    append(command("b"));
    commit();
    assertThat(early.get()).isEqualTo(new QueryOutcome.Answered<>(Result.ok(Bytes.utf8("2"))));
  }

  @Test
  void endAnswersCommandsThatAreCommittedAndNotAppliedUnknown() {
    Outcome<InsertOutcome> command = append(command("a"));
    queues.commit(new CommittedBatch(List.copyOf(entries), List.copyOf(waiting)));
    Outcome<QueryOutcome<Result>> early = ask(2);
    Outcome<InsertOutcome> retry = new Outcome<>();
    queues.questions.offer(new ApplyRequest.LookUp(new Insert(command("b"), retry)));
    loop.end(null);
    assertThat(command.get()).isInstanceOf(InsertOutcome.Unknown.class);
    assertThat(early.get()).isInstanceOf(QueryOutcome.Unanswered.class);
    assertThat(retry.get()).isInstanceOf(InsertOutcome.NotLeader.class);
  }

  private boolean ringsFor(List<Insert> waiters) {
    Entry entry = new Entry(new LogPosition(++offered, 1), NoOp.INSTANCE);
    queues.applyBell.clear();
    queues.commit(new CommittedBatch(List.of(entry), waiters));
    return queues.applyBell.isRung();
  }

  @Test
  void duringANapOnlyWhatIsAwaitedWakesTheApplyThread() {
    assertThat(ringsFor(List.of())).isTrue();
    loop.doWork();
    assertThat(loop.nextDeadlineNanos()).isEqualTo(nowNanos + ApplyLoop.NAP_NANOS);
    assertThat(ringsFor(List.of())).isFalse();

    Command command = command("a");
    LogPosition position = new LogPosition(++offered, 1);
    assertThat(ringsFor(List.of(new Insert(command, it -> {}).appendedAt(position)))).isTrue();
  }

  @Test
  void whatANapCollectedIsAppliedWhenItEnds() {
    ringsFor(List.of());
    loop.doWork();
    ringsFor(List.of());
    ringsFor(List.of());
    nowNanos += ApplyLoop.NAP_NANOS;

    loop.doWork();

    assertThat(queues.appliedIndex.get()).isEqualTo(3);
  }

  @Test
  void anEntryRingsAgainAfterANapInWhichNothingCame() {
    ringsFor(List.of());
    loop.doWork();
    nowNanos += ApplyLoop.NAP_NANOS;
    loop.doWork();

    assertThat(loop.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(ringsFor(List.of())).isTrue();
  }

  @Test
  void thereIsNoNapWhileAQuestionWaitsForAnEntry() {
    ringsFor(List.of());
    ask(2);
    loop.doWork();

    assertThat(loop.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(ringsFor(List.of())).isTrue();
  }
}
