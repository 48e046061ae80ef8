package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.request.AppliedState;
import dev.flotilla.node.request.ApplyRequest;
import dev.flotilla.node.request.CommittedBatch;
import dev.flotilla.node.request.Read;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.ExecutionWindow;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.sessions.Sessions;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.WorkBudget;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Questions that cost much, counted in units of work: commands go on in between. */
class LongQuestionsTest {
  private static final int QUESTIONS = 256;
  private static final int COST_UNITS = 1_000;

  private long spentUnits;
  private int begun;
  private final NodeQueues queues = new NodeQueues(100);
  private final NodeLifecycle life = new NodeLifecycle("test", 1, queues::wakeAll, () -> {});
  private final JournalMachine machine = new JournalMachine();
  private final ApplyLoop loop =
      new ApplyLoop(
          queues,
          new NodeCounters(),
          life,
          null,
          machine,
          new ClientTable(
              new ExecutionWindow(1_000, 1_000, new SeenUids(1)),
              new Sessions(Sessions.Bounds.PROTOCOL)),
          TestServer.snapshots(queues, machine),
          RaftOptions.DEFAULT,
          () -> 0);

  @Test
  void aBatchIsAppliedBetweenSlicesOfLongQuestions() {
    List<Outcome<QueryOutcome<Result>>> answers = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      answers.add(ask(this::slowly));
    }
    int cycles = 0;
    while (answers.stream().anyMatch(it -> !it.isThere())) {
      cycles++;
      commit("command " + cycles);
      long before = spentUnits;
      loop.doWork();
      assertThat(machine.uids()).hasSize(cycles);
      assertThat(spentUnits - before).isPositive().isLessThanOrEqualTo(256);
    }
    assertThat(spentUnits).isEqualTo((long) QUESTIONS * COST_UNITS);
    assertThat(cycles).isEqualTo(QUESTIONS * COST_UNITS / 256);
  }

  @Test
  void aShortQuestionDoesNotWaitForTheLongOnesBeforeIt() {
    for (int i = 0; i < 10; i++) {
      ask(this::slowly);
    }
    Outcome<QueryOutcome<Result>> fast = ask(state -> state.query(Bytes.EMPTY));
    for (int cycle = 0; cycle < 6; cycle++) {
      loop.doWork();
    }
    assertThat(fast.isThere()).isTrue();
    assertThat(spentUnits).isLessThan(2 * COST_UNITS);
  }

  @Test
  void aQuestionThatCannotBeCutEndsItsCycle() {
    for (int i = 0; i < 3; i++) {
      ask(state -> wholly());
    }
    for (int cycle = 1; cycle <= 3; cycle++) {
      loop.doWork();
      assertThat(spentUnits).isEqualTo((long) cycle * COST_UNITS);
    }
  }

  @Test
  void whatHasBegunBeginsAnewWhenTheStateIsReplaced() {
    ConfirmedReads reads = new ConfirmedReads(queues);
    Outcome<QueryOutcome<Result>> outcome = new Outcome<>();
    reads.take(new ApplyRequest.Answer(new Read<>(this::slowly, 0, outcome), 0), 0);
    AppliedState state = new AppliedState(machine, null);
    reads.proceed(state, new WorkBudget(COST_UNITS));
    assertThat(begun).isEqualTo(1);

    reads.restart();
    WorkBudget budget = new WorkBudget(10L * COST_UNITS);
    while (reads.proceed(state, budget)) {
      assertThat(begun).isEqualTo(2);
    }
    assertThat(outcome.isThere()).isTrue();
    assertThat(spentUnits).isEqualTo(ConfirmedReads.SLICE_UNITS + COST_UNITS);
  }

  @Test
  void endAnswersThoseWhoseQuestionHasBegun() {
    Outcome<QueryOutcome<Result>> long1 = ask(this::slowly);
    loop.doWork();
    assertThat(long1.isThere()).isFalse();
    loop.end(null);
    assertThat(long1.get()).isInstanceOf(QueryOutcome.Unanswered.class);
  }

  private Outcome<QueryOutcome<Result>> ask(Function<AppliedState, Inquiry<Result>> question) {
    Outcome<QueryOutcome<Result>> outcome = new Outcome<>();
    queues.questions.offer(new ApplyRequest.Answer(new Read<>(question, 0, outcome), 0));
    return outcome;
  }

  private Inquiry<Result> slowly(AppliedState state) {
    begun++;
    return new Inquiry<>() {
      private int left = COST_UNITS;

      @Override
      public Optional<Result> proceed(WorkBudget budget) {
        for (; left > 0 && !budget.isSpent(); left--) {
          budget.spend(1);
          spentUnits++;
        }
        return left > 0 ? Optional.empty() : Optional.of(Result.ok(Bytes.EMPTY));
      }
    };
  }

  private Inquiry<Result> wholly() {
    return budget -> {
      budget.spend(COST_UNITS);
      spentUnits += COST_UNITS;
      return Optional.of(Result.ok(Bytes.EMPTY));
    };
  }

  private void commit(String uid) {
    LogPosition position = new LogPosition(queues.appliedIndex.get() + 1, 1);
    queues.commit(new CommittedBatch(List.of(new Entry(position, command(uid))), List.of()));
  }
}
