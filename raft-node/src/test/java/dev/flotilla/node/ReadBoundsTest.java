package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.outcome.Dated;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions are bounded in bytes wherever they wait. */
final class ReadBoundsTest {
  private static final Bytes LARGE = Bytes.wrap(new byte[1 << 20]);
  private static final int QUESTIONS = 40;

  private final PumpedCluster cluster = new PumpedCluster(3, 3);
  private final TestServer leader = cluster.awaitLeader();

  @Test
  void largeQuestionsThatWaitForAConfirmationAreTakenUpToABound() {
    cluster.cutOff(leader);
    List<Outcome<QueryOutcome<Result>>> outcomes = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      Outcome<QueryOutcome<Result>> outcome = new Outcome<>();
      leader.node.query(LARGE, outcome);
      outcomes.add(outcome);
      leader.node.loops().get(0).doWork();
    }

    assertThat(outcomes.stream().filter(it -> !it.isThere()).count())
        .isLessThanOrEqualTo(GroupLoop.MAX_UNCONFIRMED_READ_BYTES >> 20);
    assertThat(outcomes.get(QUESTIONS - 1).get()).isInstanceOf(QueryOutcome.Busy.class);
    cluster.reconnect();
    cluster.pumpUntil("all are answered", () -> outcomes.stream().allMatch(Outcome::isThere));
  }

  @Test
  void largeQuestionsToAStateMachineThatStandsStillAreTakenUpToABound() {
    List<Outcome<QueryOutcome<Dated<Result>>>> outcomes = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      Outcome<QueryOutcome<Dated<Result>>> outcome = new Outcome<>();
      leader.node.reads().query(LARGE, Freshness.local(0), outcome);
      outcomes.add(outcome);
    }

    assertThat(outcomes.stream().filter(it -> !it.isThere()).count())
        .isLessThanOrEqualTo(NodeQueues.MAX_QUESTION_BYTES >> 20);
    assertThat(outcomes.get(QUESTIONS - 1).get()).isInstanceOf(QueryOutcome.Busy.class);
  }
}
