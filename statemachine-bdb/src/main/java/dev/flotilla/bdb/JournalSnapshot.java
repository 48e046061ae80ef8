package dev.flotilla.bdb;

import com.sleepycat.je.DatabaseException;
import dev.flotilla.bdb.database.Checkpointer;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The journal up to an index: records are only ever added behind the last, so that index is all
 * there is to hold on to.
 */
final class JournalSnapshot implements StateSnapshot {
  private final JournalDatabase database;
  private final Checkpointer checkpointer;
  private final long lastIndex;
  private volatile boolean isObsolete;

  JournalSnapshot(JournalDatabase database, Checkpointer checkpointer, long lastIndex) {
    this.database = database;
    this.checkpointer = checkpointer;
    this.lastIndex = lastIndex;
  }

  /** Locked while it uses the database. */
  @Override
  public synchronized void writeTo(OutputStream target) throws IOException {
    try {
      JournalStream.write(database, lastIndex, target, () -> isObsolete);
      checkpointer.force(lastIndex);
    } catch (DatabaseException e) {
      throw new IOException("the journal cannot be read: " + e.getMessage(), e);
    }
  }

  /** Ends {@link #writeTo}, and returns when it leaves the database alone. */
  void giveUp() {
    isObsolete = true;
    awaitWriter();
  }

  private synchronized void awaitWriter() {
    // The lock is all that is wanted.
  }

  @Override
  public void close() {}
}
