package dev.flotilla.node.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.disk.Disk;
import dev.flotilla.node.disk.FileDisk;
import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.raft.TermAndVote;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir Path directory;

  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void everythingIsThereAfterReopening() throws IOException {
    Disk files = new FileDisk(directory.resolve("new").resolve("deep"));
    try (DataDirectory made = open(files)) {
      fill(made);
    }
    try (DataDirectory again = open(files)) {
      assertThat(again.votes().current().term()).isEqualTo(3);
      assertThat(Logs.all(again.log())).isEqualTo(Logs.entries(1, 20, 3));
    }
  }

  @Test
  void aVoteThatIsMissingIsDamageAndNotANewServer() throws IOException {
    open(disk).close();
    disk.delete("vote");
    assertDamaged("vote", "missing");
  }

  @Test
  void aLogThatIsMissingIsDamageAndNotANewServer() throws IOException {
    open(disk).close();
    for (String name : disk.list()) {
      if (name.startsWith("log-")) {
        disk.delete(name);
      }
    }
    assertDamaged("log-0000000001", "missing");
  }

  @Test
  void aTermBehindTheLogIsDamage() throws IOException {
    open(disk).close();
    byte[] old = disk.bytes("vote");
    try (DataDirectory made = open(disk)) {
      fill(made);
    }
    disk.put("vote", old);
    assertDamaged("vote", "term 0");
  }

  @Test
  void afterARefusalTheLockIsFree() throws IOException {
    open(disk).close();
    byte[] vote = disk.bytes("vote");
    disk.delete("vote");
    assertDamaged("vote", "missing");
    disk.put("vote", vote);
    open(disk).close();
  }

  private void assertDamaged(String file, String word) {
    assertThatThrownBy(() -> open(disk))
        .hasMessageContaining(word)
        .isInstanceOfSatisfying(DamagedLog.class, e -> assertThat(e.file()).isEqualTo(file));
  }

  private static void fill(DataDirectory made) throws IOException {
    made.votes().save(new TermAndVote(3, Optional.of(made.identity().member())));
    Logs.write(made.log(), Logs.entries(1, 20, 3));
  }

  private static DataDirectory open(Disk disk) throws IOException {
    return DataDirectory.open(disk, Optional.of("group"), new Random(1), Logs.SMALL, Runnable::run);
  }
}
