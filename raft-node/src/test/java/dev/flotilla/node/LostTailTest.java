package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.MemoryDisk;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A log that a fault has cut off, whose loss only a snapshot of the server's own can prove. */
final class LostTailTest {
  private static final int COMMANDS = 400;

  /** A sent one may lie beyond the log's end, after a crash; so the files of both are alike. */
  @Test
  void aLogThatEndsBeforeASnapshotOfTheServersOwnStateIsDamaged() {
    PumpedCluster cluster = new PumpedCluster(1, 1);
    TestServer server = cluster.awaitLeader();
    for (int i = 0; i < COMMANDS; i++) {
      server.node.insert(Commands.command("c" + i), outcome -> {});
    }
    cluster.pumpUntil("all are applied", () -> server.machine.uids().size() == COMMANDS);
    server.node.takeSnapshot();
    cluster.pumpUntil("it is taken", () -> server.node.metrics().snapshots().sizeBytes() > 0);

    server.disk.loseUnsynced();
    cutLog(server.disk);

    assertThatThrownBy(server::reopen)
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining("it was forced up to");
  }

  /** All but the first half of the last segment in use. */
  private static void cutLog(MemoryDisk disk) {
    List<String> segments =
        disk.list().stream()
            .filter(it -> it.startsWith("log-0") && end(disk.bytes(it)) > 0)
            .toList();
    assertThat(segments).isNotEmpty();
    String last = segments.get(segments.size() - 1);
    byte[] bytes = disk.bytes(last);
    Arrays.fill(bytes, end(bytes) / 2, bytes.length, (byte) 0);
    disk.put(last, bytes);
  }

  private static int end(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }
}
