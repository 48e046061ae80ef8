package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.loop.NodeState;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A member whose directory is an older copy does not go on as who it was (safety rule 2). */
final class EntriesLostTest {
  private static final long SEED = 7;

  private final PumpedCluster cluster = new PumpedCluster(3, SEED);
  private final TestServer leader = cluster.awaitLeader();
  private final TestServer loser = cluster.otherThan(leader);

  @Test
  void aMemberOnAnOlderCopyStopsAndIsDamagedThen() throws IOException {
    putBackOlderCopy();

    cluster.pumpUntil("it stops", () -> loser.node.status().state() == NodeState.FAILED);
    cluster.pumpUntil("it is released", () -> loser.node.stopped().toCompletableFuture().isDone());

    assertThatThrownBy(() -> loser.node.stopped().toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(EntriesLost.class);
    assertThatThrownBy(loser::reopen)
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining("which this server had confirmed");
  }

  @Test
  void theLeaderKnowsWhoHasLostEntries() throws IOException {
    putBackOlderCopy();

    cluster.pumpUntil(
        "the leader knows it",
        () ->
            leader.node.status().raft().losses().stream()
                .anyMatch(it -> it.member().equals(loser.member)));
  }

  @Test
  void aMemberThatWasOnlyAwayGoesOn() throws IOException {
    insert("a");
    loser.disk.killProcess();
    cluster.start(loser);
    insert("b");

    cluster.pumpUntil("it has both", () -> loser.machine.uids().size() == 2);
    assertThat(leader.node.status().raft().losses()).isEmpty();
  }

  private void putBackOlderCopy() throws IOException {
    insert("a");
    cluster.pumpUntil("it has the first", () -> loser.machine.uids().size() == 1);
    MemoryDisk copy = loser.disk.copy();
    insert("b");
    cluster.pumpUntil("it has both", () -> loser.machine.uids().size() == 2);
    loser.disk.killProcess();
    loser.disk.putBack(copy);
    cluster.start(loser);
  }

  private void insert(String uid) {
    leader.node.insert(Commands.command(uid), outcome -> {});
    cluster.pumpUntil("it is executed", () -> leader.machine.uids().contains(uid));
  }
}
