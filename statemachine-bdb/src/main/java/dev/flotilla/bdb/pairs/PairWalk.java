package dev.flotilla.bdb.pairs;

import com.sleepycat.je.CacheMode;
import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the pairs of a database in the order of keys, unsigned byte by byte. What it passes
 * does not displace what is in the cache.
 *
 * <p>Used by one thread; it must be closed before the database is.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class PairWalk implements AutoCloseable {
  private final Cursor cursor;
  private final DatabaseEntry key;
  private final DatabaseEntry value = new DatabaseEntry();
  private boolean isAtPair;

  /** Begins at the first pair whose key is not below one. */
  PairWalk(Database database, byte[] from) {
    this.key = new DatabaseEntry(from);
    this.cursor = database.openCursor(null, null);
    cursor.setCacheMode(CacheMode.UNCHANGED);
    // Committed by the apply thread, or locked out: no locks of the database's own are needed.
    isAtPair =
        cursor.getSearchKeyRange(key, value, LockMode.READ_UNCOMMITTED) == OperationStatus.SUCCESS;
  }

  /** The key it is at; null behind the last. */
  public byte @Nullable [] key() {
    return isAtPair ? key.getData() : null;
  }

  /** The value it is at. */
  public byte[] value() {
    return value.getData();
  }

  public void next() {
    isAtPair = cursor.getNext(key, value, LockMode.READ_UNCOMMITTED) == OperationStatus.SUCCESS;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
