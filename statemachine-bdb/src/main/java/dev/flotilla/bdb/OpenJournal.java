package dev.flotilla.bdb;

import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.EnvironmentFailureException;
import com.sleepycat.je.EnvironmentLockedException;
import com.sleepycat.je.LogWriteException;
import com.sleepycat.je.ThreadInterruptedException;
import com.sleepycat.je.VersionMismatchException;
import dev.flotilla.node.statemachine.JournalRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal between its opening and its closing: the database, its checkpoint record, and what was
 * applied last. Decides at the opening whether the database can be trusted.
 */
final class OpenJournal {
  static final String DATABASE = "db";
  static final String DAMAGED = "damaged";
  static final String REPLACED = "replaced";

  private static final Logger LOG = LoggerFactory.getLogger(OpenJournal.class);

  private final Path directory;
  private final JournalDatabase database;
  private final CheckpointRecord record;
  private final Checkpointer checkpointer;
  private long lastApplied;
  private @Nullable JournalSnapshot snapshot;

  private OpenJournal(
      Path directory, JournalDatabase database, CheckpointRecord record, JournalSettings settings) {
    this.directory = directory;
    this.database = database;
    this.record = record;
    this.checkpointer = new Checkpointer(database, record, settings);
    this.lastApplied = database.lastIndex();
  }

  static OpenJournal open(Path directory, JournalSettings settings) throws IOException {
    CheckpointRecord record = CheckpointRecord.open(directory);
    try {
      return new OpenJournal(
          directory, openOrRebuild(directory, record, settings), record, settings);
    } catch (DatabaseException e) {
      record.close();
      throw new IOException(
          "the journal in " + directory + " cannot be opened: " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      record.close();
      throw e;
    }
  }

  Path directory() {
    return directory;
  }

  JournalDatabase database() {
    return database;
  }

  long lastApplied() {
    return lastApplied;
  }

  /** Adds a batch; all of it, or on an exception nothing. */
  void append(List<JournalRecord> records) {
    checkpointer.requireSound();
    long previous = lastApplied;
    long bytes = 0;
    for (JournalRecord each : records) {
      long index = each.position().index();
      if (index <= previous) {
        throw new IllegalStateException(
            "index %d was given to the journal in %s, which stands at %d"
                .formatted(index, directory, previous));
      }
      previous = index;
      bytes += each.command().sizeBytes();
    }
    database.append(records);
    lastApplied = previous;
    checkpointer.applied(lastApplied, records.size(), bytes);
  }

  /** Holds on to what was applied so far; the one that was held before is given up. */
  JournalSnapshot snapshot() {
    giveUpSnapshot();
    JournalSnapshot held = new JournalSnapshot(database, checkpointer, lastApplied);
    snapshot = held;
    return held;
  }

  /**
   * Replaces all records by those of a snapshot; this journal is closed then, also by an exception.
   *
   * <p>Whatever a crash on the way leaves is a prefix of the records, old or new, and ends before
   * the snapshot does; the checkpoint does not ask for more.
   */
  OpenJournal restore(InputStream source, long lastIndex, JournalSettings settings)
      throws IOException {
    JournalDatabase created = null;
    try {
      giveUpSnapshot();
      checkpointer.close();
      record.write(0);
      database.close();
      Path home = directory.resolve(DATABASE);
      // At once: a database of which some files are missing is none.
      Files.move(home, directory.resolve(REPLACED));
      Files.createDirectory(home);
      deleteTree(directory.resolve(REPLACED));
      created = JournalDatabase.open(home, JournalEnvironment.writing(settings));
      JournalStream.read(source, lastIndex, created::append);
      created.force();
      OpenJournal restored = new OpenJournal(directory, created, record, settings);
      record.write(restored.lastApplied());
      return restored;
    } catch (IOException | RuntimeException e) {
      closeQuietly(created, e);
      record.close();
      throw e;
    }
  }

  private void giveUpSnapshot() {
    if (snapshot != null) {
      snapshot.giveUp();
      snapshot = null;
    }
  }

  void close() throws IOException {
    giveUpSnapshot();
    try (record) {
      checkpointer.close();
      database.close();
      record.write(lastApplied);
    }
  }

  private static JournalDatabase openOrRebuild(
      Path directory, CheckpointRecord record, JournalSettings settings) throws IOException {
    Path home = directory.resolve(DATABASE);
    Files.createDirectories(home);
    deleteTree(directory.resolve(REPLACED));
    OptionalLong forced = record.index();
    if (forced.isEmpty() && !isEmpty(home)) {
      setAside(directory, "it has no readable checkpoint record");
    }
    if (forced.isPresent()) {
      Optional<JournalDatabase> sound = openIfSound(directory, forced.getAsLong(), settings);
      if (sound.isPresent()) {
        return sound.get();
      }
    }
    record.write(0);
    JournalDatabase created = JournalDatabase.open(home, JournalEnvironment.writing(settings));
    // So that whoever reads the directory later finds a journal, if an empty one.
    created.force();
    return created;
  }

  /** Empty when what was found has been set aside. */
  private static Optional<JournalDatabase> openIfSound(
      Path directory, long forced, JournalSettings settings) throws IOException {
    JournalDatabase opened = null;
    try {
      opened =
          JournalDatabase.open(directory.resolve(DATABASE), JournalEnvironment.writing(settings));
      long last = opened.lastIndex();
      if (last >= forced) {
        return Optional.of(opened);
      }
      opened.close();
      setAside(directory, "it ends at index %d, and %d was forced".formatted(last, forced));
    } catch (EnvironmentFailureException e) {
      closeQuietly(opened, e);
      if (!isDamage(e)) {
        throw e;
      }
      setAside(directory, e.toString());
    }
    return Optional.empty();
  }

  /** Whether the files are to blame, rather than their disk, their user or their owner. */
  private static boolean isDamage(EnvironmentFailureException e) {
    return !(e instanceof EnvironmentLockedException
        || e instanceof LogWriteException
        || e instanceof ThreadInterruptedException
        || e instanceof VersionMismatchException);
  }

  /** Keeps the last database that was damaged, and no other: a device has little room. */
  private static void setAside(Path directory, String reason) throws IOException {
    Path damaged = directory.resolve(DAMAGED);
    LOG.warn(
        "The journal in {} is damaged ({}). It is set aside in {} and rebuilt from the log.",
        directory,
        reason,
        damaged.getFileName());
    deleteTree(damaged);
    Path home = directory.resolve(DATABASE);
    Files.move(home, damaged);
    Files.createDirectory(home);
  }

  private static void closeQuietly(@Nullable JournalDatabase opened, Exception cause) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
