package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.Doorbell;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A server that the others cannot call. */
final class DeafServerTest {
  private final PumpedCluster cluster = new PumpedCluster(3, 12);
  private final TestServer deaf = cluster.awaitLeader();

  @Test
  void itHandsItsTermToAnotherAndTakesNoneBack() {
    report(false);
    cluster.pumpUntil("it resigns", () -> !deaf.node.status().isLeading());
    assertThat(deaf.node.status().raft().resignation()).isPresent();

    TestServer next = cluster.awaitLeader();
    assertThat(next).isNotSameAs(deaf);
    int preVotes = cluster.preVotes();
    cluster.pumpFor(2_000);

    assertThat(cluster.awaitLeader()).isSameAs(next);
    assertThat(cluster.preVotes()).as("it disturbs no one").isEqualTo(preVotes);
    assertThat(deaf.node.status().raft().resignation()).isEmpty();
    insert(next);
  }

  @Test
  void theGroupRecoversWhenItCanBeCalledAgain() {
    TestServer other = cluster.otherThan(deaf);
    report(false);
    cluster.pumpUntil("it resigns", () -> !deaf.node.status().isLeading());
    cluster.cutOff(other);
    cluster.pumpFor(1_000);
    assertThat(deaf.node.status().isLeading()).isFalse();

    report(true);
    cluster.reconnect();
    insert(cluster.awaitLeader());
  }

  @Test
  void reportsKeepTheNewestOfEachMemberAndAreBounded() {
    CallReports reports = new CallReports(new Doorbell());
    for (int i = 0; i <= CallReports.MAX_MEMBERS; i++) {
      reports.put(member(i), true);
      reports.put(member(0), false);
    }

    List<Boolean> taken = new ArrayList<>();
    assertThat(reports.drain((member, callable) -> taken.add(callable)))
        .isEqualTo(CallReports.MAX_MEMBERS);
    assertThat(taken).filteredOn(callable -> !callable).hasSize(1);
    assertThat(reports.drain((member, callable) -> taken.add(callable))).isZero();
  }

  private void report(boolean callable) {
    cluster.servers.stream()
        .filter(server -> server != deaf)
        .forEach(server -> server.node.callable(deaf.member, callable));
  }

  private void insert(TestServer leader) {
    Outcome<InsertOutcome> outcome = new Outcome<>();
    leader.node.insert(command("after"), outcome);
    cluster.pumpUntil("it is answered", outcome::isThere);
    assertThat(outcome.get()).isInstanceOf(InsertOutcome.Executed.class);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(1, number)), new Incarnation(1, number));
  }
}
