package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SessionTag;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers are upgraded one after another, and sessions are there when the last one is. */
class RollingUpgradeTest {
  private PumpedCluster cluster;

  private InsertOutcome ask(Consumer<Outcome<InsertOutcome>> question) {
    while (true) {
      cluster.awaitLeader();
      Outcome<InsertOutcome> outcome = new Outcome<>();
      question.accept(outcome);
      cluster.pumpUntil("an answer", outcome::isThere);
      if (!(outcome.get() instanceof InsertOutcome.NotLeader)
          && !(outcome.get() instanceof InsertOutcome.Unknown)) {
        return outcome.get();
      }
    }
  }

  private InsertOutcome openSession(String uid) {
    return ask(outcome -> cluster.awaitLeader().node.openSession(uid, outcome));
  }

  /** A leader that was just restarted may not have learnt again what is in force. */
  private InsertOutcome insert(Command command) {
    while (true) {
      InsertOutcome answer = ask(outcome -> cluster.awaitLeader().node.insert(command, outcome));
      if (!(answer instanceof InsertOutcome.NotActivated)) {
        return answer;
      }
    }
  }

  private void restart(TestServer server) throws IOException {
    server.node.close();
    cluster.pumpFor(cluster.random.nextInt(500));
    cluster.start(server);
  }

  private int activeVersion(TestServer server) {
    return server.node.status().raft().activeVersion();
  }

  private void assertAllAt(int version) {
    for (TestServer server : cluster.servers) {
      assertThat(activeVersion(server)).isEqualTo(version);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aVersionIsInForceWhenTheLastServerKnowsItAndStaysSo(long seed) throws IOException {
    cluster = new PumpedCluster(3, seed);
    for (TestServer server : cluster.servers) {
      cluster.pumpFor(1000);
      assertAllAt(ProtocolVersions.FIRST);
      assertThat(openSession("s")).isEqualTo(new InsertOutcome.NotActivated(1, 2));
      server.version = ProtocolVersions.SESSIONS;
      restart(server);
    }
    cluster.pumpUntil(
        "the last one is heard",
        () -> cluster.servers.stream().allMatch(it -> activeVersion(it) == 2));
    long session = ((InsertOutcome.SessionOpened) openSession("s")).session();
    assertThat(openSession("s")).isEqualTo(new InsertOutcome.SessionOpened(session));

    for (int i = 1; i <= 6; i++) {
      Command command =
          new Command("u" + i, "put", Bytes.EMPTY)
              .in(new SessionTag(session, i, Math.max(1, i - 1)));
      InsertOutcome first = insert(command);
      assertThat(first)
          .isEqualTo(new InsertOutcome.Executed(Result.ok(Bytes.utf8(Integer.toString(i)))));
      restart(cluster.servers.get(cluster.random.nextInt(3)));
      assertThat(insert(command)).as("seed " + seed + ", retry").isEqualTo(first);
    }
    cluster.pumpUntil(
        "all have applied all",
        () -> cluster.servers.stream().allMatch(it -> it.machine.uids().size() == 6));
    assertAllAt(ProtocolVersions.SESSIONS);
    refusesToGoBack(cluster.servers.get(0));
  }

  private void refusesToGoBack(TestServer server) {
    server.node.close();
    server.version = ProtocolVersions.FIRST;
    JournalMachine machine = server.machine.asOf(6);
    assertThatThrownBy(() -> cluster.start(server, machine))
        .isInstanceOf(VersionTooNew.class)
        .hasMessageContainingAll("version 2", "up to 1", "start the program");
  }
}
