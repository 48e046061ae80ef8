package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.snapshot.SnapshotQueues;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What snapshots take of the disk, and when they give it back. */
final class SnapshotRoomTest {
  private static final RaftOptions KEEPING_NOTHING = RaftOptions.DEFAULT.withSnapshots(700, 0);

  /** A transfer takes seconds, and its follower finds in the log what comes after. */
  private static final RaftOptions SLOW =
      RaftOptions.DEFAULT.withCompaction(new CompactionOptions(100, 1 << 20, 700, 20_000));

  /** Enough to fill some segments of the log. */
  private static final int COMMANDS = 1500;

  /** So many fit what is set aside of such small segments. */
  private static final int AT_ONCE = 500;

  private static final long A_WHILE_MILLIS = 1000;
  private static final String ARRIVING = "snapshot-arriving";

  private int inserted;

  @Test
  void theOneBeforeTheNewestIsRemovedWithoutWaitingForTheNext() {
    PumpedCluster cluster = new PumpedCluster(1, 1, KEEPING_NOTHING);
    TestServer server = cluster.awaitLeader();
    insert(cluster, server, COMMANDS);
    String first = takeSnapshot(cluster, server);
    insert(cluster, server, 1);

    String second = takeSnapshot(cluster, server);
    cluster.pumpFor(A_WHILE_MILLIS);

    assertThat(snapshots(server)).containsExactly(second).doesNotContain(first);
  }

  @Tag("slow")
  @Test
  @Tag("full")
  void theOneBeforeTheNewestStaysWhileItIsSentAndIsRemovedAfterwards() {
    PumpedCluster cluster = new PumpedCluster(3, 2, SLOW);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insert(cluster, leader, COMMANDS);
    String sent = takeSnapshot(cluster, leader);
    cluster.pumpUntil("its log begins later", () -> !leader.disk.list().contains("log-0000000001"));
    cluster.reconnect();
    cluster.pumpUntil("it is sent", () -> leader.disk.openNames().contains(sent));
    insert(cluster, leader, 1);
    String newest = takeSnapshot(cluster, leader);

    assertThat(snapshots(laggard)).as("arrived so far").isEmpty();
    cluster.pumpUntil(
        "it has arrived",
        () -> {
          boolean hasArrived = snapshots(laggard).contains(sent);
          assertThat(hasArrived || snapshots(leader).contains(sent)).as("it is kept").isTrue();
          return hasArrived;
        });
    cluster.pumpFor(A_WHILE_MILLIS);

    assertThat(laggard.machine.uids()).isEqualTo(leader.machine.uids());
    assertThat(laggard.machine.restorations()).isEqualTo(1);
    assertThat(snapshots(leader)).containsExactly(newest);
    assertThat(leader.disk.openNames()).doesNotContain(sent);
  }

  @Test
  void aFollowerThatNeverTakesItDoesNotKeepTheOlderOnes() {
    PumpedCluster cluster = new PumpedCluster(3, 5, KEEPING_NOTHING);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    insert(cluster, leader, COMMANDS);
    takeSnapshot(cluster, leader);
    cluster.pumpUntil("its log begins later", () -> !leader.disk.list().contains("log-0000000001"));
    laggard.disk.fillUpAfter(0);
    cluster.reconnect();
    String newest = "";
    for (int i = 0; i < 3; i++) {
      cluster.pumpFor(A_WHILE_MILLIS);
      insert(cluster, leader, 1);
      newest = takeSnapshot(cluster, leader);
    }

    cluster.pumpFor(3 * A_WHILE_MILLIS);

    assertThat(snapshots(laggard)).isEmpty();
    assertThat(snapshots(leader)).containsExactly(newest);
    String last = newest;
    assertThat(leader.disk.openNames())
        .noneMatch(name -> name.startsWith("snapshot-0") && !name.equals(last));
    laggard.disk.fillUpAfter(Long.MAX_VALUE);
    cluster.pumpUntil("it has them all", () -> laggard.machine.uids().size() == inserted);
  }

  @Test
  void whatHasArrivedIsGivenUpWhenTheLogHasGotThereByItself() {
    PumpedCluster cluster = new PumpedCluster(3, 6, SLOW);
    TestServer first = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(first);
    cluster.cutOff(laggard);
    insert(cluster, first, COMMANDS);
    takeSnapshot(cluster, first);
    cluster.pumpUntil("its log begins later", () -> !first.disk.list().contains("log-0000000001"));
    cluster.reconnect();
    cluster.pumpUntil("a part arrives", () -> laggard.disk.openNames().contains(ARRIVING));

    cluster.cutOff(first);
    cluster.pumpUntil("it has them all", () -> laggard.machine.uids().size() == inserted);
    cluster.pumpFor(A_WHILE_MILLIS);

    assertThat(laggard.machine.restorations()).isZero();
    assertThat(laggard.disk.list()).doesNotContain(ARRIVING);
    assertThat(laggard.disk.openNames()).doesNotContain(ARRIVING);
  }

  @Test
  void aLeaderThatSendsManySnapshotsThatDoNotFitStopsNobody() {
    PumpedCluster cluster = new PumpedCluster(3, 7);
    TestServer liar = cluster.awaitLeader();
    TestServer other = cluster.otherThan(liar);
    other.disk.fillUpAfter(0);
    RaftStatus status = other.node.status().raft();
    for (int i = 1; i <= 2 * SnapshotQueues.MAX_REPORTS - 10; i++) {
      LogPosition last = new LogPosition(1000 + i, status.term());
      SnapshotMetadata one = new SnapshotMetadata(last, 0, status.configuration(), 1, 1 << 20, i);
      other.node.receive(
          liar.member,
          new InstallSnapshot(status.term(), one, 0, Bytes.wrap(new byte[10]), 1_000_000 + i));
    }

    cluster.pumpFor(A_WHILE_MILLIS);

    assertThat(other.node.status().state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void aFollowerThatIsSentASnapshotRemovesItsOwnOlderOne() {
    PumpedCluster cluster = new PumpedCluster(3, 3, KEEPING_NOTHING);
    TestServer leader = cluster.awaitLeader();
    TestServer laggard = cluster.otherThan(leader);
    insert(cluster, leader, COMMANDS);
    cluster.pumpUntil("it has them", () -> laggard.machine.uids().size() == inserted);
    takeSnapshot(cluster, laggard);
    cluster.cutOff(laggard);
    insert(cluster, leader, 10);
    String sent = takeSnapshot(cluster, leader);
    cluster.pumpFor(A_WHILE_MILLIS);

    cluster.reconnect();
    cluster.pumpUntil("it has them all", () -> laggard.machine.uids().size() == inserted);
    cluster.pumpFor(A_WHILE_MILLIS);

    assertThat(laggard.machine.restorations()).isEqualTo(1);
    assertThat(snapshots(laggard)).containsExactly(sent);
  }

  @Test
  void aMachineThatFailsToHoldItsStateLeavesNoFileOpen() {
    PumpedCluster cluster = new PumpedCluster(1, 4);
    TestServer server = cluster.awaitLeader();
    insert(cluster, server, 1);
    server.machine.breakDown();

    server.node.takeSnapshot();
    cluster.pumpUntil("it stops", () -> server.node.stopped().toCompletableFuture().isDone());

    assertThat(server.node.status().state()).isEqualTo(NodeState.FAILED);
    assertThat(server.disk.openNames()).isEmpty();
  }

  private void insert(PumpedCluster cluster, TestServer server, int count) {
    for (int i = 0; i < count; i++) {
      inserted++;
      server.node.insert(Commands.command("c" + inserted), outcome -> {});
      if (i % AT_ONCE == AT_ONCE - 1 || i == count - 1) {
        cluster.pumpUntil("it is applied", () -> server.machine.uids().size() == inserted);
      }
    }
  }

  /** Returns its name. */
  private static String takeSnapshot(PumpedCluster cluster, TestServer server) {
    List<String> before = snapshots(server);
    server.node.takeSnapshot();
    cluster.pumpUntil(
        "it is taken", () -> snapshots(server).stream().anyMatch(it -> !before.contains(it)));
    return snapshots(server).stream().filter(it -> !before.contains(it)).findFirst().orElseThrow();
  }

  private static List<String> snapshots(TestServer server) {
    return server.disk.list().stream().filter(name -> name.startsWith("snapshot-0")).toList();
  }
}
