package dev.flotilla.bdb;

import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Room;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A journal between its opening and its closing. */
final class OpenJournal {
  private final CheckedDatabase<JournalDatabase> checked;
  private long lastApplied;
  private @Nullable JournalSnapshot snapshot;

  private OpenJournal(CheckedDatabase<JournalDatabase> checked) {
    this.checked = checked;
    this.lastApplied = database().lastIndex();
  }

  static OpenJournal open(Path directory, BdbSettings settings) throws IOException {
    return new OpenJournal(
        CheckedDatabase.open(
            new CheckedDatabase.Place<>(
                StoreKind.JOURNAL, directory, settings.limits(), JournalDatabase::open)));
  }

  Path directory() {
    return checked.directory();
  }

  JournalDatabase database() {
    return checked.database();
  }

  /** As {@link CheckedDatabase#readAtStart}. */
  void recall(int limit, Consumer<UidIndex.Trace> visitor) {
    checked.readAtStart(database -> database.recall(limit, visitor));
  }

  Room room() {
    return checked.room();
  }

  long lastApplied() {
    return lastApplied;
  }

  /** Adds a batch; all of it, or on an exception nothing. */
  void append(List<JournalRecord> records) {
    checked.checkpointer().requireSound();
    long previous = lastApplied;
    long bytes = 0;
    for (JournalRecord each : records) {
      long index = each.position().index();
      checked.requireNext(previous, index);
      previous = index;
      bytes += each.command().sizeBytes();
    }
    database().append(records);
    lastApplied = previous;
    checked.checkpointer().applied(lastApplied, records.size(), bytes);
  }

  /** Holds on to what was applied so far; the one that was held before is given up. */
  JournalSnapshot snapshot() {
    giveUpSnapshot();
    JournalSnapshot held = new JournalSnapshot(database(), checked.checkpointer(), lastApplied);
    snapshot = held;
    return held;
  }

  /**
   * Replaces all records by those of a snapshot; this journal is closed then, also by an exception.
   *
   * <p>Whatever a crash on the way leaves is a prefix of the records, old or new, and ends before
   * the snapshot does.
   */
  OpenJournal restore(InputStream source, long lastIndex) throws IOException {
    giveUpSnapshot();
    return new OpenJournal(
        checked.replace(created -> JournalStream.read(source, lastIndex, created::append)));
  }

  private void giveUpSnapshot() {
    if (snapshot != null) {
      snapshot.giveUp();
      snapshot = null;
    }
  }

  void close() throws IOException {
    giveUpSnapshot();
    checked.close();
  }
}
