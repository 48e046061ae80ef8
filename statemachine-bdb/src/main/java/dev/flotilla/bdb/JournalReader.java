package dev.flotilla.bdb;

import com.sleepycat.je.DatabaseException;
import dev.flotilla.bdb.database.BdbEnvironment;
import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.JournalRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads a journal without changing it, also after its server was killed. Of a journal that another
 * process has open it shows what that had written when it was opened here.
 *
 * <p>One thread at a time; calls block on the disk.
 */
public final class JournalReader implements AutoCloseable {
  private final Path directory;
  private final JournalDatabase database;

  private JournalReader(Path directory, JournalDatabase database) {
    this.directory = directory;
    this.database = database;
  }

  /**
   * Opens a journal.
   *
   * @param directory the one that was given to {@link Journal#initialize}
   * @throws IOException if there is no journal, or it is damaged
   */
  public static JournalReader open(Path directory) throws IOException {
    Path home = directory.resolve(CheckedDatabase.DATABASE);
    if (!Files.isDirectory(home)) {
      throw new IOException(
          "there is no journal in "
              + directory
              + "; name the state machine's directory of a server's data");
    }
    // Read first: a server at work may move it on.
    long forced = CheckpointRecord.readIndex(directory, StoreKind.JOURNAL).orElse(0);
    try {
      JournalReader reader =
          new JournalReader(directory, JournalDatabase.open(home, BdbEnvironment.readingOnly()));
      reader.requireAtLeast(forced);
      return reader;
    } catch (IllegalArgumentException e) {
      // Berkeley DB has one environment a directory in a process, and its settings do not fit ours.
      throw new IOException(
          "the journal in " + directory + " is open in this process; query it there", e);
    } catch (DatabaseException e) {
      throw unreadable(directory, e);
    }
  }

  /**
   * Writes every record as a line {@code index TAB term TAB uid TAB command TAB parameters TAB
   * success TAB result}, in the order of indexes: the dumps of two servers are equal, or one is a
   * prefix of the other.
   *
   * <p>Text stands as it is, with {@code \\}, {@code \t}, {@code \n} and {@code \r} escaped; other
   * control and formatting characters, U+FFFE and U+FFFF, and bytes that are no UTF-8, as {@code
   * \xNN}.
   *
   * @throws IOException if the journal cannot be read or the text cannot be written
   */
  public static void dump(Path directory, Appendable out) throws IOException {
    try (JournalReader reader = open(directory)) {
      reader.forEach(record -> append(JournalText.line(record), out));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The index of the last record, 0 if there is none. */
  public long lastIndex() {
    return database.lastIndex();
  }

  /**
   * Visits every record in the order of indexes; they are read one by one.
   *
   * @throws IOException if the journal turns out to be damaged
   */
  public void forEach(Consumer<JournalRecord> visitor) throws IOException {
    try {
      database.visitFrom(
          0,
          record -> {
            visitor.accept(record);
            return true;
          });
    } catch (DatabaseException e) {
      throw unreadable(directory, e);
    }
  }

  @Override
  public void close() {
    database.close();
  }

  private void requireAtLeast(long forced) throws IOException {
    long last = lastIndex();
    if (last < forced) {
      close();
      throw new IOException(
          "the journal in %s is damaged: it ends at index %s, and %s was forced; its server rebuilds it at its next start"
              .formatted(directory, last, forced));
    }
  }

  private static void append(String line, Appendable out) {
    try {
      out.append(line).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IOException unreadable(Path directory, DatabaseException cause) {
    return new IOException(
        "the journal in " + directory + " cannot be read: " + cause.getMessage(), cause);
  }
}
