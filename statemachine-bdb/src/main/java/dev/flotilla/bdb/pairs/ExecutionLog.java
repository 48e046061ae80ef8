package dev.flotilla.bdb.pairs;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import dev.flotilla.bdb.database.BdbEnvironment;
import dev.flotilla.node.statemachine.Execution;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The executions that a node may ask back at its start: those since the newest snapshot that it
 * has. A record holds the executions of a batch, so that to add and to drop them costs little.
 *
 * <p>Key: the index of the last of them (8 bytes). Value: see {@link ExecutionFormat}.
 */
final class ExecutionLog implements AutoCloseable {
  /** A batch that takes more is split. */
  private static final int MAX_RECORD_BYTES = 1 << 20;

  private static final int MAX_RECORDS_DROPPED_A_BATCH = 4;

  private final Database database;

  /** Up to here there is nothing: a search from there passes no emptied pages. */
  private long droppedUpTo;

  ExecutionLog(Database database) {
    this.database = database;
  }

  /** Adds the executions of a batch. */
  void append(Transaction transaction, List<Execution> executions) {
    List<Execution> part = new ArrayList<>();
    long bytes = 0;
    for (Execution each : executions) {
      part.add(each);
      bytes += ExecutionFormat.sizeBytes(each);
      if (bytes >= MAX_RECORD_BYTES) {
        put(transaction, part);
        part.clear();
        bytes = 0;
      }
    }
    if (!part.isEmpty()) {
      put(transaction, part);
    }
  }

  /**
   * Drops some of the oldest executions up to an index: more records than a batch adds, as a rule,
   * and few enough for one transaction.
   */
  void drop(Transaction transaction, long upTo) {
    if (upTo <= droppedUpTo) {
      return;
    }
    DatabaseEntry key = keyOf(droppedUpTo + 1);
    try (Cursor cursor = database.openCursor(transaction, null)) {
      OperationStatus found =
          cursor.getSearchKeyRange(key, BdbEnvironment.withoutData(), LockMode.DEFAULT);
      for (int dropped = 0; dropped < MAX_RECORDS_DROPPED_A_BATCH; dropped++) {
        if (found != OperationStatus.SUCCESS || indexOf(key) > upTo) {
          droppedUpTo = upTo;
          return;
        }
        cursor.delete();
        droppedUpTo = indexOf(key);
        found = cursor.getNext(key, BdbEnvironment.withoutData(), LockMode.DEFAULT);
      }
    }
  }

  /** Visits the latest executions, oldest first. */
  void recall(int limit, Consumer<Execution> visitor) {
    DatabaseEntry key = new DatabaseEntry();
    DatabaseEntry found = new DatabaseEntry();
    try (Cursor cursor = database.openCursor(null, null)) {
      long total = firstOfLast(limit, cursor, key);
      if (total == 0) {
        return;
      }
      long surplus = total - limit;
      OperationStatus status = cursor.getCurrent(key, found, LockMode.READ_UNCOMMITTED);
      while (status == OperationStatus.SUCCESS) {
        for (Execution each : ExecutionFormat.read(found.getData())) {
          if (surplus-- <= 0) {
            visitor.accept(each);
          }
        }
        status = cursor.getNext(key, found, LockMode.READ_UNCOMMITTED);
      }
    }
  }

  /** Goes back until there are enough, or to the first; returns how many there are from there. */
  private static long firstOfLast(int limit, Cursor cursor, DatabaseEntry key) {
    DatabaseEntry count = new DatabaseEntry();
    count.setPartial(0, Integer.BYTES, true);
    long total = 0;
    OperationStatus status = cursor.getLast(key, count, LockMode.READ_UNCOMMITTED);
    while (status == OperationStatus.SUCCESS) {
      total += ExecutionFormat.count(count.getData());
      if (total >= limit) {
        return total;
      }
      status = cursor.getPrev(key, count, LockMode.READ_UNCOMMITTED);
    }
    return total;
  }

  @Override
  public void close() {
    database.close();
  }

  private void put(Transaction transaction, List<Execution> part) {
    long last = part.get(part.size() - 1).position().index();
    database.put(transaction, keyOf(last), new DatabaseEntry(ExecutionFormat.write(part)));
  }

  private static DatabaseEntry keyOf(long index) {
    return new DatabaseEntry(ByteBuffer.allocate(Long.BYTES).putLong(index).array());
  }

  private static long indexOf(DatabaseEntry key) {
    return ByteBuffer.wrap(key.getData()).getLong();
  }
}
