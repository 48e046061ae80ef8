package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.outcome.Dated;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import org.junit.jupiter.api.Test;

class StaleReadsTest {
  private static final long MILLI = 1_000_000;

  private final PumpedCluster cluster = new PumpedCluster(3, 1);

  private void execute(TestServer leader, String uid) {
    Outcome<InsertOutcome> outcome = new Outcome<>();
    leader.node.insert(command(uid), outcome);
    cluster.pumpUntil(uid + " is answered", outcome::isThere);
    assertThat(outcome.get()).isInstanceOf(InsertOutcome.Executed.class);
  }

  private QueryOutcome<Dated<Result>> ask(TestServer server, Freshness freshness) {
    Outcome<QueryOutcome<Dated<Result>>> outcome = new Outcome<>();
    server.node.reads().query(Bytes.EMPTY, freshness, outcome);
    cluster.pumpUntil("the question is answered", outcome::isThere);
    return outcome.get();
  }

  private Dated<Result> answer(TestServer server, Freshness freshness) {
    return ((QueryOutcome.Answered<Dated<Result>>) ask(server, freshness)).value();
  }

  private static String count(Dated<Result> answer) {
    return answer.value().value().toUtf8();
  }

  @Test
  void boundedReadIsAnsweredAloneWhileItIsYoungEnough() {
    TestServer leader = cluster.awaitLeader();
    TestServer follower = cluster.otherThan(leader);
    execute(leader, "a");
    Dated<Result> confirmed = answer(follower, Freshness.bounded(1_000 * MILLI, 0));
    assertThat(count(confirmed)).isEqualTo("1");
    cluster.cutOff(follower);
    Dated<Result> alone = answer(follower, Freshness.bounded(1_000 * MILLI, 0));
    assertThat(count(alone)).isEqualTo("1");
    assertThat(alone.ageNanos().orElseThrow())
        .isGreaterThan(confirmed.ageNanos().orElseThrow())
        .isLessThan(1_000 * MILLI);
  }

  @Test
  void boundedReadIsRefusedOnceNoLeaderHasConfirmedForTooLong() {
    TestServer leader = cluster.awaitLeader();
    TestServer follower = cluster.otherThan(leader);
    execute(leader, "a");
    answer(follower, Freshness.bounded(100 * MILLI, 0));
    cluster.cutOff(follower);
    cluster.pumpFor(101);
    assertThat(ask(follower, Freshness.bounded(100 * MILLI, 0)))
        .isInstanceOf(QueryOutcome.NotLeader.class);
  }

  @Test
  void serverThatWasPausedDoesNotCallItsStateYoung() {
    TestServer leader = cluster.awaitLeader();
    TestServer follower = cluster.otherThan(leader);
    execute(leader, "a");
    answer(follower, Freshness.bounded(100 * MILLI, 0));
    cluster.pause(follower);
    execute(leader, "b");
    cluster.pumpFor(100);
    cluster.goOn();
    assertThat(count(answer(follower, Freshness.bounded(100 * MILLI, 0)))).isEqualTo("2");
  }

  @Test
  void localReadNeedsNoLeaderAndTellsNoAge() {
    TestServer leader = cluster.awaitLeader();
    execute(leader, "a");
    cluster.cutOff(leader);
    execute(cluster.awaitLeader(), "b");
    Dated<Result> answer = answer(leader, Freshness.local(0));
    assertThat(count(answer)).isEqualTo("1");
    assertThat(answer.ageNanos()).isEmpty();
  }

  @Test
  void readerNeverGoesBackToAnOlderState() {
    TestServer leader = cluster.awaitLeader();
    TestServer behind = cluster.otherThan(leader);
    cluster.cutOff(behind);
    execute(leader, "a");
    long seen = answer(leader, Freshness.local(0)).index();
    assertThat(ask(behind, Freshness.local(seen))).isInstanceOf(QueryOutcome.NotLeader.class);
    cluster.reconnect();
    cluster.awaitLeader();
    Dated<Result> caughtUp = answer(behind, Freshness.local(seen));
    assertThat(caughtUp.index()).isGreaterThanOrEqualTo(seen);
    assertThat(count(caughtUp)).isEqualTo("1");
  }

  @Test
  void indexThatNoGroupHasReachedIsNotWaitedFor() {
    TestServer leader = cluster.awaitLeader();
    assertThat(ask(leader, Freshness.local(1_000_000)))
        .isInstanceOf(QueryOutcome.Unanswerable.class);
  }
}
