package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sleepycat.je.DatabaseNotFoundException;
import com.sleepycat.je.DiskLimitException;
import com.sleepycat.je.EnvironmentFailureException;
import com.sleepycat.je.LogWriteException;
import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.raft.model.Bytes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a sound database from being read or written is no damage, and costs no rebuild. */
@Tag("slow")
class UnreadableDatabaseTest {
  private static final int FILES = 3;
  private static final int RECORDS = 300;
  private static final Bytes LARGE = Bytes.wrap(new byte[64 << 10]);

  @TempDir private Path folder;
  private Path directory = Path.of("");

  @BeforeEach
  void fill() throws IOException {
    directory = Files.createDirectory(folder.resolve("machine"));
    Journal journal = new Journal();
    journal.initialize(directory);
    for (int i = 1; i <= RECORDS; i++) {
      journal.apply(List.of(Samples.at(i, Samples.uid(i), "c", LARGE)));
    }
    journal.terminate();
    assertThat(file(directory, FILES - 1)).exists();
    assertThat(file(directory, FILES)).doesNotExist();
  }

  @Test
  void aFileThatIsThereAndCannotBeReadIsNoDamage() throws IOException {
    Path aside = folder.resolve("aside");
    for (int number = 0; number < FILES; number++) {
      Path file = file(directory, number);
      Files.move(file, aside);
      Files.createDirectory(file);

      assertThatThrownBy(() -> new Journal().initialize(directory))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the journal in " + directory + " cannot be opened")
          .hasMessageContaining(file.toString())
          .hasMessageContaining("start again; nothing is lost");

      Files.delete(file);
      Files.move(aside, file);
      assertIsWhole();
    }
  }

  @Test
  void aFileThatIsGoneIsDamage() throws IOException {
    for (int number = 0; number < FILES; number++) {
      Path copy = Directories.copy(directory, folder.resolve("without-" + number));
      Files.delete(file(copy, number));

      Journal journal = new Journal();
      assertThat(journal.initialize(copy)).isZero();
      assertThat(copy.resolve(Directories.DAMAGED)).isDirectory();
      journal.terminate();
    }
  }

  @Test
  void aReadThatTheDiskRefusesIsNoDamage() throws IOException {
    assertIsNoDamage(new IOException("Input/output error"));
  }

  @Test
  void tooFewOpenFilesAreNoDamage() throws IOException {
    String limit = "Too many open files";
    assertIsNoDamage(new FileNotFoundException(file(directory, 0) + " (" + limit + ")"));
    assertIsNoDamage(new FileSystemException("je.info.0.lck", null, limit));
  }

  /** The next file of a database whose last one is full. */
  @Test
  void aFileThatCannotBeMadeIsNoDamage() throws IOException {
    assertIsNoDamage(
        new FileNotFoundException(file(directory, FILES) + " (No space left on device)"));
  }

  /** Berkeley DB wraps what it met when it wanted to write into a new file. */
  private void assertIsNoDamage(IOException met) throws IOException {
    assertThatThrownBy(() -> open(BdbSettings.DEFAULT, wrapped(met)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the journal in " + directory + " cannot be opened")
        .hasMessageContaining(String.valueOf(met.getMessage()))
        .hasMessageContaining("start again; nothing is lost");
    assertIsWhole();
  }

  /** Berkeley DB writes when it opens what was not closed in order. */
  @Test
  void aStartThatFindsTheDiskFullSaysHowMuchRoomHelps() throws IOException {
    IOException full = new IOException("No space left on device");
    BdbSettings neverEnough = BdbSettings.DEFAULT.withFreeDiskBytes(Long.MAX_VALUE);

    assertThatThrownBy(() -> open(neverEnough, new LogWriteException(null, "wrapped", full)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be opened: No space left on device")
        .hasMessageContaining("make room for " + Long.MAX_VALUE + " bytes, and start again");
    assertIsWhole();
  }

  /** Berkeley DB looks at the disk by itself, and tells what it saw without a cause. */
  @Test
  void aStartThatBerkeleyDbRefusesForTheDiskSaysHowMuchRoomHelps() {
    BdbSettings neverEnough = BdbSettings.DEFAULT.withFreeDiskBytes(Long.MAX_VALUE);
    DiskLimitException limit = new DiskLimitException(null, "Disk usage is not within je.maxDisk");

    assertThatThrownBy(() -> open(neverEnough, limit))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Disk usage is not within je.maxDisk")
        .hasMessageContaining("make room for " + Long.MAX_VALUE + " bytes, and start again");
  }

  @Test
  void aReplacementThatTheDiskRefusesSaysWhatHelps() throws IOException {
    CheckedDatabase<JournalDatabase> checked =
        CheckedDatabase.open(place(BdbSettings.DEFAULT, JournalDatabase::open));

    assertThatThrownBy(
            () ->
                checked.replace(
                    created -> {
                      throw wrapped(new IOException("Input/output error"));
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the journal in " + directory + " cannot be replaced")
        .hasMessageContaining("Input/output error")
        .hasMessageContaining("start again; nothing is lost");
  }

  @Test
  void whateverElseKeepsADatabaseClosedHasARemedy() throws IOException {
    assertThatThrownBy(() -> open(BdbSettings.DEFAULT, new DatabaseNotFoundException("no uids")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be opened: (JE ")
        .hasMessageContaining("no uids")
        .hasMessageContaining(
            "move " + directory.resolve(CheckedDatabase.DATABASE) + " away, and it is rebuilt");
    Files.move(directory.resolve(CheckedDatabase.DATABASE), folder.resolve("aside"));
    Journal journal = new Journal();
    assertThat(journal.initialize(directory)).isZero();
    journal.terminate();
  }

  private static EnvironmentFailureException wrapped(IOException met) {
    return EnvironmentFailureException.unexpectedException(
        EnvironmentFailureException.unexpectedException(met));
  }

  private void open(BdbSettings settings, RuntimeException failure) throws IOException {
    CheckedDatabase.open(
        place(
            settings,
            (home, config) -> {
              throw failure;
            }));
  }

  private CheckedDatabase.Place<JournalDatabase> place(
      BdbSettings settings, CheckedDatabase.Opener<JournalDatabase> opener) {
    return new CheckedDatabase.Place<>(StoreKind.JOURNAL, directory, settings.limits(), opener);
  }

  private static Path file(Path directory, int number) {
    return directory.resolve(CheckedDatabase.DATABASE).resolve("0000000%d.jdb".formatted(number));
  }

  private void assertIsWhole() throws IOException {
    assertThat(directory.resolve(Directories.DAMAGED)).doesNotExist();
    Journal journal = new Journal();
    assertThat(journal.initialize(directory)).isEqualTo(RECORDS);
    journal.terminate();
  }
}
