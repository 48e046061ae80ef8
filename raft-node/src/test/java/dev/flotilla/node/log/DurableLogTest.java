package dev.flotilla.node.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.disk.Disk;
import dev.flotilla.node.disk.FileDisk;
import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableLogTest {
  private static final LogOptions SMALL = new LogOptions(4096);

  @TempDir Path directory;

  @Test
  void whatWasForcedIsThereAfterReopening() throws IOException {
    Disk disk = new FileDisk(directory);
    try (DurableLog log = open(disk)) {
      for (int i = 1; i <= 200; i += 10) {
        log.append(entries(i, i + 9, 1));
        log.force();
      }
      assertThat(log.read(1, 1000, 1 << 20)).isEqualTo(entries(1, 200, 1));
    }
    try (DurableLog log = open(disk)) {
      assertThat(log.recovered().lastIndex()).isEqualTo(200);
      assertThat(log.read(1, 1000, 1 << 20)).isEqualTo(entries(1, 200, 1));
    }
  }

  static DurableLog open(Disk disk) throws IOException {
    return DurableLog.open(disk, 7, SMALL, Runnable::run);
  }

  static List<Entry> entries(long first, long last, long term) {
    List<Entry> entries = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      entries.add(
          new Entry(
              new LogPosition(i, term), new Command("uid-" + i, "put", Bytes.utf8("value " + i))));
    }
    return entries;
  }

  @Test
  void whatWasNotForcedMayBeLostButNothingElse() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (DurableLog log = open(disk)) {
      log.append(entries(1, 200, 1));
      log.force();
      log.append(entries(150, 160, 2));
      disk.loseUnsynced();
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("gone");
    }
    try (DurableLog log = open(disk)) {
      assertThat(log.recovered().lastIndex()).isEqualTo(200);
      assertThat(log.read(1, 1000, 1 << 20)).isEqualTo(entries(1, 200, 1));
    }
  }
}
