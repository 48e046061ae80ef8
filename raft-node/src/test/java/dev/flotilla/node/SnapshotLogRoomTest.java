package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.options.RaftOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A small snapshot is sent to a server whose disk takes that, but not the segment with which the
 * log begins after it.
 */
final class SnapshotLogRoomTest {
  private static final RaftOptions KEEPING_NOTHING = RaftOptions.DEFAULT.withSnapshots(700, 0);
  private static final int COMMAND_BYTES = 2_000;
  private static final int AT_ONCE = 10;

  /** Four segments of the log. */
  private static final int LOAD = 130;

  /** What a segment has no room for. */
  private static final int MORE = 60;

  private static final long A_WHILE_MILLIS = 5_000;

  private final List<String> inserted = new ArrayList<>();
  private PumpedCluster cluster;
  private TestServer leader;
  private TestServer laggard;
  private long roomBytes;

  @Test
  void theLogThatItStandsForMakesRoomForTheOneThatFollows() {
    begin(1);
    insert(LOAD);
    cluster.pumpUntil("it keeps up", () -> laggard.machine.uids().equals(inserted));
    laggard.disk.fillUpAfter(0);
    leaveBehind();

    laggard.disk.fillUpAfter(roomBytes);
    cluster.reconnect();

    awaitAll();
  }

  @Test
  void aStartBetweenItsArrivalAndItsInstallationHasThatRoomToo() throws IOException {
    begin(2);
    insert(LOAD);
    cluster.pumpUntil("it keeps up", () -> laggard.machine.uids().equals(inserted));
    laggard.disk.fillUpAfter(0);
    leaveBehind();
    laggard.disk.fillUpAfter(roomBytes);
    cluster.reconnect();
    cluster.pumpUntil("it has arrived", () -> hasSnapshot());
    laggard.node.close();

    cluster.start(laggard);

    awaitAll();
  }

  @Test
  void withoutSuchALogItIsNotTakenBeforeThereIsRoomForBoth() throws IOException {
    begin(3);
    laggard.node.close();
    laggard.disk.delete("log-0000000002");
    laggard.disk.fillUpAfter(0);
    cluster.start(laggard);
    insert(LOAD);
    leaveBehind();
    laggard.disk.fillUpAfter(roomBytes);
    cluster.reconnect();
    cluster.pumpFor(A_WHILE_MILLIS);
    assertThat(hasSnapshot()).isFalse();

    laggard.node.close();
    cluster.start(laggard);
    cluster.pumpFor(A_WHILE_MILLIS);
    assertThat(laggard.node.status().leader()).contains(leader.member);
    laggard.disk.fillUpAfter(3 * TestServer.SEGMENT_BYTES);

    awaitAll();
  }

  private void begin(int seed) {
    cluster = new PumpedCluster(3, seed, KEEPING_NOTHING);
    leader = cluster.awaitLeader();
    laggard = cluster.otherThan(leader);
    leader.machine.leaveOutParameters();
  }

  /** Has the log filled behind what is set aside, cuts the server off, and drops what it lacks. */
  private void leaveBehind() {
    insert(MORE);
    cluster.cutOff(laggard);
    assertThat(laggard.machine.uids()).hasSizeLessThan(inserted.size());
    leader.node.takeSnapshot();
    cluster.pumpUntil("its log begins later", () -> !leader.disk.list().contains("log-0000000001"));
    roomBytes = 3 * leader.node.metrics().snapshots().sizeBytes();
    assertThat(roomBytes).isLessThan(TestServer.SEGMENT_BYTES);
  }

  private void insert(int count) {
    for (int i = 1; i <= count; i++) {
      String uid = "c" + inserted.size();
      Command large = new Command(uid, "fill", Bytes.wrap(new byte[COMMAND_BYTES]));
      leader.node.insert(large, outcome -> {});
      inserted.add(uid);
      if (i % AT_ONCE == 0) {
        cluster.pumpUntil("it is applied", () -> leader.machine.uids().equals(inserted));
      }
    }
  }

  private boolean hasSnapshot() {
    return laggard.disk.list().stream().anyMatch(it -> it.startsWith("snapshot-0"));
  }

  private void awaitAll() {
    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));
    assertThat(laggard.machine.restorations()).isEqualTo(1);
    assertThat(cluster.servers)
        .allMatch(server -> server.node.status().state() == NodeState.RUNNING);
  }
}
