package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A snapshot that is sent to a server whose machine writes the state to the disk once more. */
final class RestoreRoomTest {
  /** All are forced at once, so that a part of what was sent is of use to the next start. */
  private static final RaftOptions IN_LARGE_PIECES =
      RaftOptions.DEFAULT.withCompaction(
          new CompactionOptions(0, 0, 64 * 1024, CompactionOptions.UNLIMITED));

  private static final int COMMANDS = 400;
  private static final int COMMAND_BYTES = 10_000;
  private static final int AT_ONCE = 5;
  private static final int MEBIBYTE = 1024 * 1024;
  private static final int STATE_BYTES = 10 * MEBIBYTE;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long TEN_PAUSES_NANOS = 9 * SECOND_NANOS;

  /** For the segments of a log that begins anew, the reserve, and the file's own frames. */
  private static final long BESIDES_BYTES = 4L * TestServer.SEGMENT_BYTES;

  private final List<String> inserted = new ArrayList<>();
  private PumpedCluster cluster;
  private TestServer laggard;
  private long sizeBytes;

  @Tag("slow")
  @Test
  @Tag("full")
  void nothingIsTakenBeforeBothTheFileAndTheStateFitAndItIsInstalledByItselfThen() {
    begin(1);
    laggard.machine.keepOn(laggard.disk, STATE_BYTES);
    for (long roomBytes :
        new long[] {
          sizeBytes / 2, sizeBytes + BESIDES_BYTES, STATE_BYTES, sizeBytes + STATE_BYTES - 1
        }) {
      laggard.disk.fillUpAfter(roomBytes);
      cluster.reconnect();

      long endNanos = cluster.nowNanos() + TEN_PAUSES_NANOS;
      cluster.pumpUntil(
          "time passed",
          () -> {
            assertThat(laggard.disk.usableBytes()).as("written to").isEqualTo(roomBytes);
            return cluster.nowNanos() >= endNanos;
          });
      assertAllRun();
    }
    laggard.disk.fillUpAfter(sizeBytes + STATE_BYTES + BESIDES_BYTES);
    long thenNanos = cluster.nowNanos();

    awaitAll();
    assertThat(cluster.nowNanos() - thenNanos).isLessThan(3 * SECOND_NANOS);
  }

  @Test
  void whatHasArrivedIsGivenUpByAStartThatHasNoRoomForTheStateAndComesAgainByItself()
      throws IOException {
    begin(2);
    cluster.reconnect();
    awaitPart();
    laggard.node.close();
    laggard.disk.fillUpAfter(STATE_BYTES);
    JournalMachine again = new JournalMachine();
    again.keepOn(laggard.disk, STATE_BYTES);
    cluster.start(laggard, again);

    cluster.pumpUntil("its room is free again", () -> !hasArriving());
    cluster.pumpFor(TEN_PAUSES_NANOS / 1_000_000);
    assertAllRun();
    assertThat(again.restorations()).isZero();
    laggard.disk.fillUpAfter(sizeBytes + STATE_BYTES + BESIDES_BYTES);

    awaitAll();
  }

  @Test
  void whatAStartHasRoomForGoesOnArriving() throws IOException {
    begin(3);
    cluster.reconnect();
    awaitPart();
    laggard.node.close();
    laggard.disk.fillUpAfter(sizeBytes + STATE_BYTES + BESIDES_BYTES - 2 * MEBIBYTE);
    JournalMachine again = new JournalMachine();
    again.keepOn(laggard.disk, STATE_BYTES);

    cluster.start(laggard, again);

    awaitAll();
    assertThat(laggard.node.metrics().snapshots().receivedBytes())
        .isBetween(sizeBytes / 4, sizeBytes - MEBIBYTE);
  }

  @Test
  void aWholeFileIsGivenUpIfTheRoomForTheStateIsGoneMeanwhile() {
    begin(4);
    laggard.machine.keepOn(laggard.disk, STATE_BYTES);
    cluster.reconnect();
    awaitPart();
    laggard.disk.fillUpAfter(STATE_BYTES);

    cluster.pumpUntil("it is given up", () -> !hasArriving());
    cluster.pumpFor(TEN_PAUSES_NANOS / 1_000_000);
    assertAllRun();
    assertThat(laggard.machine.restorations()).isZero();
    laggard.disk.fillUpAfter(sizeBytes + STATE_BYTES + BESIDES_BYTES);

    awaitAll();
  }

  @Test
  void whatAFormerProcessHasReceivedIsGivenUpWhenTheLogHasGotThereByItself() throws IOException {
    begin(5);
    TestServer leader = cluster.awaitLeader();
    cluster.reconnect();
    awaitPart();
    laggard.node.close();
    cluster.cutOff(leader);

    cluster.start(laggard);
    assertThat(hasArriving()).isTrue();
    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));
    cluster.pumpFor(SECOND_NANOS / 1_000_000);

    assertThat(laggard.machine.restorations()).isZero();
    assertThat(hasArriving()).isFalse();
  }

  /** A server lacks what the log no longer holds, and cannot be reached yet. */
  private void begin(int seed) {
    cluster = new PumpedCluster(3, seed, IN_LARGE_PIECES);
    TestServer leader = cluster.awaitLeader();
    laggard = cluster.otherThan(leader);
    cluster.cutOff(laggard);
    for (int i = 0; i < COMMANDS; i++) {
      String uid = "c" + i;
      Command large = new Command(uid, "fill", Bytes.wrap(new byte[COMMAND_BYTES]));
      leader.node.insert(large, outcome -> {});
      inserted.add(uid);
      if (inserted.size() % AT_ONCE == 0) {
        cluster.pumpUntil("it is applied", () -> leader.machine.uids().equals(inserted));
      }
    }
    leader.node.takeSnapshot();
    cluster.pumpUntil("its log begins later", () -> !leader.disk.list().contains("log-0000000001"));
    sizeBytes = leader.node.metrics().snapshots().sizeBytes();
  }

  private void awaitPart() {
    cluster.pumpUntil(
        "a part has arrived",
        () -> laggard.node.metrics().snapshots().receivedBytes() >= 3 * sizeBytes / 4);
  }

  private void awaitAll() {
    cluster.pumpUntil("it has it all", () -> laggard.machine.uids().equals(inserted));
    assertThat(laggard.machine.restorations()).isEqualTo(1);
    assertAllRun();
  }

  private boolean hasArriving() {
    return laggard.disk.list().contains("snapshot-arriving");
  }

  private void assertAllRun() {
    assertThat(cluster.servers)
        .allMatch(server -> server.node.status().state() == NodeState.RUNNING);
  }
}
