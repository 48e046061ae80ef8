package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bdb.database.BdbEnvironment;
import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.Checkpointer;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.DamagedFolder;
import dev.flotilla.node.statemachine.FreeDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointRecordTest {
  private static final int BLOCK_BYTES = 4096;

  @TempDir private Path directory;

  @Test
  void aNewRecordTellsNothing() throws IOException {
    assertThat(read()).isEmpty();
  }

  @Test
  void theLastWriteCountsEvenWhenItIsLower() throws IOException {
    write(5, 9, 20, 0);
    assertThat(read()).hasValue(0);
    write(7);
    assertThat(read()).hasValue(7);
  }

  @Test
  void aBlockOfTheDeviceThatIsTornLeavesTheOneBefore() throws IOException {
    write(5, 9);
    byte[] torn = bytes();
    Arrays.fill(torn, 0, BLOCK_BYTES, (byte) 0);
    Files.write(file(), torn);
    assertThat(read()).hasValue(5);
    write(11, 12);
    assertThat(read()).hasValue(12);
  }

  @Test
  void aTornSlotLeavesTheOneBefore() throws IOException {
    write(5, 9);
    byte[] sound = bytes();
    for (int i : IntStream.range(0, sound.length).filter(it -> sound[it] != 0).toArray()) {
      byte[] torn = sound.clone();
      torn[i] ^= 0x10;
      Files.write(file(), torn);
      assertThat(read().orElseThrow()).as("byte " + i).isIn(5L, 9L);
    }
    byte[] both = sound.clone();
    both[20]++;
    both[BLOCK_BYTES + 20]++;
    Files.write(file(), both);
    assertThat(read()).isEmpty();
  }

  @Test
  void aSecondOwnerIsRefused() throws IOException {
    try (CheckpointRecord first = CheckpointRecord.open(directory, StoreKind.JOURNAL)) {
      first.write(3);
      assertThatThrownBy(() -> CheckpointRecord.open(directory, StoreKind.JOURNAL))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(directory.toString());
    }
    assertThat(read()).hasValue(3);
  }

  @Test
  void aFailedCheckpointIsNotTriedAgainAndRefusesTheNextCommand() throws IOException {
    Path home = Files.createDirectory(directory.resolve("db"));
    try (JournalDatabase database =
        JournalDatabase.open(
            home, BdbEnvironment.writing(BdbSettings.DEFAULT.limits(), StoreKind.JOURNAL))) {
      CheckpointRecord record = CheckpointRecord.open(directory, StoreKind.JOURNAL);
      Checkpointer checkpointer =
          new Checkpointer(
              StoreKind.JOURNAL,
              database,
              record,
              BdbSettings.DEFAULT.withCheckpointEvery(2, 1_000).limits(),
              new DamagedFolder(directory, FreeDisk.of(directory)));
      checkpointer.applied(1, 1, 10);
      checkpointer.requireSound();
      record.close();
      checkpointer.applied(2, 1, 10);
      checkpointer.close();
      assertThatThrownBy(checkpointer::requireSound).hasMessageContaining("could not be forced");
    }
  }

  private Path file() {
    return directory.resolve(CheckpointRecord.FILE_NAME);
  }

  private byte[] bytes() throws IOException {
    return Files.readAllBytes(file());
  }

  private void write(long... indexes) throws IOException {
    try (CheckpointRecord record = CheckpointRecord.open(directory, StoreKind.JOURNAL)) {
      for (long index : indexes) {
        record.write(index);
      }
    }
  }

  private OptionalLong read() throws IOException {
    try (CheckpointRecord record = CheckpointRecord.open(directory, StoreKind.JOURNAL)) {
      return record.index();
    }
  }
}
