package dev.flotilla.bdb;

import static dev.flotilla.bdb.Samples.at;
import static dev.flotilla.bdb.Samples.range;
import static dev.flotilla.bdb.Samples.recordOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sleepycat.je.EnvironmentFailureException;
import dev.flotilla.bdb.database.BdbEnvironment;
import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.FreeDisk;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class JournalDamageTest {
  private static final int RECORDS = 2_000;

  @TempDir private Path folder;

  @Test
  void aDatabaseThatEndsBeforeItsCheckpointIsSetAsideAndRebuilt() throws IOException {
    assertIsRebuilt(behindItsCheckpoint());
  }

  @Test
  void aDatabaseThatEndsBeforeItsCheckpointIsNotDumpedAsIfItWereWhole() throws IOException {
    Path directory = behindItsCheckpoint();
    assertThatThrownBy(() -> JournalReader.dump(directory, new StringBuilder()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ends at index " + RECORDS / 2 + ", and " + RECORDS);
  }

  @Test
  void aDatabaseWithoutItsCheckpointIsSetAsideAndRebuilt() throws IOException {
    Path directory = filled("bare", RECORDS);
    Files.delete(directory.resolve(CheckpointRecord.FILE_NAME));
    assertIsRebuilt(directory);
  }

  @Test
  void aRebuiltJournalIsRebuiltAgainWhenItIsDamagedAgain() throws IOException {
    Path directory = filled("twice", RECORDS);
    for (int time = 0; time < 2; time++) {
      Files.delete(directory.resolve(CheckpointRecord.FILE_NAME));
      assertIsRebuilt(directory);
    }
  }

  /** The next start finds a checkpoint, and no database that it could be of. */
  @Test
  void aCrashJustAfterADatabaseWasSetAsideDoesNotReplaceItByAnEmptyOne() throws IOException {
    Path directory = filled("crash", RECORDS);
    Path damaged = directory.resolve(Directories.DAMAGED);
    Files.move(directory.resolve(CheckedDatabase.DATABASE), damaged);
    long bytes = Directories.bytes(damaged);

    for (int start = 0; start < 2; start++) {
      Path crash = Directories.copy(directory, folder.resolve("crash-" + start));
      assertIsRebuilt(crash);
      assertThat(Directories.bytes(crash.resolve(Directories.DAMAGED))).isEqualTo(bytes);
      // Or the crash came a little later.
      JournalDatabase.open(
              Files.createDirectories(directory.resolve(CheckedDatabase.DATABASE)),
              BdbEnvironment.writing(BdbSettings.DEFAULT.limits(), StoreKind.JOURNAL))
          .close();
    }
  }

  /** Else a disk that holds one state and its snapshots would take no further snapshot. */
  @Test
  void whatIsDamagedIsNotKeptOnADiskThatHasNoRoomForIt() throws IOException {
    Path directory = filled("small", RECORDS);
    AtomicLong usable = new AtomicLong(100 << 20);
    Files.delete(directory.resolve(CheckpointRecord.FILE_NAME));

    open(directory, usable).close();

    assertThat(directory.resolve(Directories.DAMAGED)).doesNotExist();
  }

  @Test
  void whatIsDamagedIsKeptUntilItsRoomIsWanted() throws IOException {
    Path directory = filled("filling", RECORDS);
    AtomicLong usable = new AtomicLong(200 << 20);
    Files.delete(directory.resolve(CheckpointRecord.FILE_NAME));

    CheckedDatabase<JournalDatabase> rebuilt = open(directory, usable);
    rebuilt.checkpointer().force(0);
    assertThat(directory.resolve(Directories.DAMAGED)).isDirectory();
    usable.set(100 << 20);
    rebuilt.checkpointer().force(0);
    rebuilt.close();

    assertThat(directory.resolve(Directories.DAMAGED)).doesNotExist();
  }

  private static CheckedDatabase<JournalDatabase> open(Path directory, AtomicLong usable)
      throws IOException {
    CheckedDatabase<JournalDatabase> opened =
        CheckedDatabase.open(
            new CheckedDatabase.Place<>(
                StoreKind.JOURNAL,
                directory,
                BdbSettings.DEFAULT.limits(),
                JournalDatabase::open,
                new FreeDisk(usable::get),
                System::nanoTime));
    assertThat(opened.database().lastIndex()).isZero();
    return opened;
  }

  @Test
  void aJournalOfANewerFormatIsRefusedAndLeftAlone() throws IOException {
    Path directory = filled("newer-format", 10);
    Path file = directory.resolve(CheckpointRecord.FILE_NAME);
    byte[] bytes = Files.readAllBytes(file);
    for (int slot = 0; slot < bytes.length; slot += 4096) {
      bytes[slot + 7]++;
      CRC32C crc = new CRC32C();
      crc.update(bytes, slot, 24);
      ByteBuffer.wrap(bytes).putLong(slot + 24, crc.getValue());
    }
    Files.write(file, bytes);
    assertThatThrownBy(() -> new Journal().initialize(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("format 2");
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    assertThat(directory.resolve("damaged")).doesNotExist();
  }

  /** Of a uid that has come again the node's start reads the record itself, as old as it is. */
  @Test
  void damageThatIsFoundInRecallIsToldWithItsRemedyAndTheNextStartRebuilds() throws IOException {
    Path directory = Files.createDirectory(folder.resolve("recalled"));
    Journal journal = new Journal();
    journal.initialize(directory);
    journal.apply(List.of(at(1, "again", "c", Bytes.utf8("what will rot"))));
    Bytes large = Bytes.wrap(new byte[64 << 10]);
    for (int i = 2; i < 200; i++) {
      journal.apply(List.of(at(i, Samples.uid(i), "c", large)));
    }
    journal.apply(List.of(at(200, "again", "c", large)));
    journal.terminate();
    Directories.rot(directory, "what will rot");

    Journal damaged = new Journal();
    assertThat(damaged.initialize(directory)).isEqualTo(200);
    assertThatThrownBy(() -> damaged.recall(Integer.MAX_VALUE, each -> {}))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the journal in " + directory + " cannot be read")
        .hasMessageContaining("start again; if that does not help, move " + directory);
    damaged.terminate();

    assertIsRebuilt(directory);
  }

  /** One flipped byte anywhere may cost a rebuild or a refusal, never a record or a wrong one. */
  @Test
  void aFlippedByteNeverLosesOrChangesARecordSilently() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Path sound = filled("sound", RECORDS);
    for (int round = 0; round < Sample.of(40, 10); round++) {
      Path copy = folder.resolve("copy-" + round);
      Directories.copy(sound, copy);
      String flipped = Directories.flip(copy, random);
      try {
        readsTheSameOrSaysSo(copy);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ", round " + round + ", " + flipped, e);
      }
    }
  }

  private static void readsTheSameOrSaysSo(Path directory) throws IOException {
    Journal journal = new Journal();
    try {
      long last = journal.initialize(directory);
      assertThat(last).isIn(0L, (long) RECORDS);
      for (long index = 1; index <= last; index++) {
        assertThat(journal.find(Samples.uid(index))).contains(recordOf(at(index)));
      }
    } catch (EnvironmentFailureException | IOException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    } finally {
      journal.terminate();
    }
  }

  private static void assertIsRebuilt(Path directory) throws IOException {
    Journal journal = new Journal();
    assertThat(journal.initialize(directory)).isZero();
    assertThat(directory.resolve("damaged")).isDirectory();
    assertThat(journal.find(Samples.uid(1))).isEmpty();
    journal.apply(range(1, RECORDS));
    journal.terminate();
    Journal again = new Journal();
    assertThat(again.initialize(directory)).isEqualTo(RECORDS);
    assertThat(again.find(Samples.uid(RECORDS))).contains(recordOf(at(RECORDS)));
    again.terminate();
  }

  private Path behindItsCheckpoint() throws IOException {
    Path directory = filled("older", RECORDS / 2);
    Path newer = filled("newer", RECORDS);
    return Files.copy(
            newer.resolve(CheckpointRecord.FILE_NAME),
            directory.resolve(CheckpointRecord.FILE_NAME),
            StandardCopyOption.REPLACE_EXISTING)
        .getParent();
  }

  private Path filled(String name, int records) throws IOException {
    Path directory = Files.createDirectory(folder.resolve(name));
    Journal journal = new Journal();
    journal.initialize(directory);
    for (int first = 1; first <= records; first += 100) {
      journal.apply(range(first, Math.min(first + 99, records)));
    }
    journal.terminate();
    return directory;
  }
}
