package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of the log between the group and the apply thread, when one of the two stands still. */
final class LoadsTest {
  private static final int COMMANDS = 20;
  private static final long CYCLE_NANOS = 1_000_000;

  private final JournalMachine machine = new JournalMachine();
  private NodeAssembly node;
  private long nowNanos;

  /** A server alone in its group, whose machine remembers nothing of what its log holds. */
  @BeforeEach
  void restart() throws IOException {
    PumpedCluster cluster = new PumpedCluster(1, 7);
    TestServer server = cluster.awaitLeader();
    List<Outcome<InsertOutcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < COMMANDS; i++) {
      Outcome<InsertOutcome> outcome = new Outcome<>();
      server.node.insert(command("c" + i), outcome);
      outcomes.add(outcome);
    }
    cluster.pumpUntil("all are executed", () -> outcomes.stream().allMatch(Outcome::isThere));
    server.node.close();
    DataDirectory directory =
        DataDirectory.open(
            server.disk,
            Optional.of("test"),
            RandomGenerator.getDefault(),
            new LogOptions(64 * 1024),
            Runnable::run);
    node =
        NodeAssembly.recover(
            TestServer.settings(new Configuration(List.of(server.member)), RaftOptions.DEFAULT, 8),
            directory,
            machine,
            (to, message) -> {},
            () -> nowNanos);
  }

  @Test
  void questionsLeftOverWhileTheApplyThreadStandsStillDoNotStopTheNode() {
    LoadEntries leftOver = new LoadEntries(1, 1, 1);
    for (int i = 0; i < NodeQueues.MAX_LOADS; i++) {
      node.queues().loads.offer(leftOver);
    }

    pump(600, "group", "log");
    assertThat(node.group().state()).isEqualTo(NodeState.RUNNING);
    pump(600, "group", "log", "apply");

    assertThat(machine.uids()).hasSize(COMMANDS);
  }

  @Test
  void anAnswerFindsRoomWhenTheGroupThreadGoesOn() {
    while (node.queues().loads.depth() == 0) {
      pump(1, "group", "log");
    }
    for (int i = 0; i < NodeQueues.MAX_LOADS; i++) {
      node.queues().loaded.offer(new NodeQueues.Loaded(1_000, List.of()));
    }

    pump(10, "apply");
    pump(600, "group", "log", "apply");

    assertThat(machine.uids()).hasSize(COMMANDS);
  }

  private void pump(int cycles, String... names) {
    for (int i = 0; i < cycles; i++) {
      nowNanos += CYCLE_NANOS;
      for (NodeLoop loop : node.loops()) {
        if (List.of(names).contains(loop.name())) {
          loop.doWork();
        }
      }
    }
  }
}
