package dev.flotilla.storage.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The test double must lose what a real disk may lose, and keep what it must keep. */
class MemoryDiskTest {
  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void whatWasForcedAndSyncedSurvives() throws IOException {
    DiskFile file = disk.create("a");
    write(file, 0, 1, 2, 3);
    file.force();
    disk.sync();
    write(file, 1, 9);
    assertThat(disk.bytes("a")).containsExactly(1, 9, 3);
    disk.loseUnsynced();
    assertThat(disk.bytes("a")).containsExactly(1, 2, 3);
  }

  @Test
  void aForcedFileWithoutASyncedNameIsLost() throws IOException {
    DiskFile file = disk.create("a");
    write(file, 0, 1);
    file.force();
    disk.loseUnsynced();
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void anUnsyncedReplacementOrDeletionIsUndone() throws IOException {
    disk.put("a", new byte[] {1});
    disk.put("b", new byte[] {2});
    disk.replace("a", "b");
    assertThat(disk.list()).containsExactly("b");
    disk.loseUnsynced();
    assertThat(disk.bytes("a")).containsExactly(1);
    assertThat(disk.bytes("b")).containsExactly(2);
    disk.replace("a", "b");
    disk.sync();
    disk.delete("b");
    disk.loseUnsynced();
    assertThat(disk.list()).containsExactly("b");
    assertThat(disk.bytes("b")).containsExactly(1);
  }

  @Test
  void aLostSuffixLeavesEveryPrefixOfTheChanges() throws IOException {
    Set<List<Byte>> outcomes = new HashSet<>();
    for (int seed = 0; seed < 200; seed++) {
      outcomes.add(afterLoss(MemoryDisk.Loss.SUFFIX, seed));
    }
    Byte old = 0;
    Byte one = 1;
    Byte two = 2;
    assertThat(outcomes)
        .containsExactlyInAnyOrder(
            List.of(old, old, old, old),
            List.of(one, old, old, old),
            List.of(one, one, old, old),
            List.of(one, one, two, old),
            List.of(one, one, two, two));
  }

  @Test
  void aLostSubsetMayKeepALaterWriteWithoutAnEarlierOne() throws IOException {
    Set<List<Byte>> outcomes = new HashSet<>();
    for (int seed = 0; seed < 200; seed++) {
      outcomes.add(afterLoss(MemoryDisk.Loss.SUBSET, seed));
    }
    assertThat(outcomes).hasSize(4).contains(List.of((byte) 0, (byte) 0, (byte) 2, (byte) 2));
  }

  @Test
  void aKilledProcessLosesItsFilesAndLocksButNoBytes() throws IOException {
    DiskFile file = disk.create("a");
    disk.lock("lock");
    write(file, 0, 1);
    disk.killProcess();
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    assertThat(disk.bytes("a")).containsExactly(1);
    disk.lock("lock").close();
  }

  @Test
  void whatIsDeletedTakesItsRoomUntilNobodyHasItOpen() throws IOException {
    DiskFile writer = disk.create("a");
    DiskFile reader = disk.open("a");
    write(writer, 0, 1, 2, 3);
    disk.fillUpAfter(0);
    disk.delete("a");
    writer.close();
    writer.close();
    assertThat(disk.usableBytes()).isZero();
    reader.close();
    reader.close();
    assertThat(disk.usableBytes()).isEqualTo(3);
  }

  @Test
  void aForceThatDoesNothingMakesNothingDurable() throws IOException {
    disk.put("a", new byte[1]);
    DiskFile file = disk.open("a");
    disk.plant(MemoryDisk.Force.DOES_NOTHING);
    write(file, 0, 1);
    file.force();
    disk.loseUnsynced();
    assertThat(disk.bytes("a")).containsExactly(0);
  }

  @Test
  void aForceThatIsOneBehindMakesDurableWhatTheForceBeforeWasAskedTo() throws IOException {
    disk.put("a", new byte[2]);
    DiskFile file = disk.open("a");
    disk.plant(MemoryDisk.Force.ONE_BEHIND);
    write(file, 0, 1);
    file.force();
    write(file, 1, 1);
    file.force();
    disk.loseUnsynced();
    assertThat(disk.bytes("a")).containsExactly(1, 0);
  }

  @Test
  void aMachineThatHasStoppedChangesNothing() throws IOException {
    disk.put("a", new byte[1]);
    DiskFile file = disk.open("a");
    disk.stopAfter(1);
    write(file, 0, 1);
    assertThatThrownBy(() -> write(file, 0, 2)).hasMessageContaining("planted");
    assertThatThrownBy(disk::sync).hasMessageContaining("planted");
    assertThat(disk.bytes("a")).containsExactly(1);
  }

  private static List<Byte> afterLoss(MemoryDisk.Loss loss, int seed) throws IOException {
    MemoryDisk disk = new MemoryDisk();
    disk.put("a", new byte[4]);
    DiskFile file = disk.open("a");
    write(file, 0, 1, 1);
    write(file, 2, 2, 2);
    disk.lose(loss, new SplittableRandom(seed));
    byte[] bytes = disk.bytes("a");
    return List.of(bytes[0], bytes[1], bytes[2], bytes[3]);
  }

  private static void write(DiskFile file, long offset, int... values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int value : values) {
      bytes.put((byte) value);
    }
    file.write(bytes.flip(), offset);
  }
}
