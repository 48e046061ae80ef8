package dev.flotilla.bdb;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import dev.flotilla.bdb.database.PackedUid;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.WorkBudget;
import dev.flotilla.raft.model.LogPosition;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The index by uid, on shelves.
 *
 * <p>Uids come in random order. In one tree over all of them every insert lands on another page,
 * and once the tree has outgrown the cache, every insert reads a page and dirties it: 22 us of CPU
 * a command after a million commands, and growing. So the key begins with the number of a shelf,
 * and a shelf holds {@value #SHELF_COMMANDS} consecutive commands: inserts stay on the 1 MB of
 * pages of the newest shelf, at 5 us a command whatever the size of the journal. A search by uid
 * asks each shelf in turn, the newest first; a million commands are 62 shelves. {@link #search}
 * therefore works in slices.
 *
 * <p>Key: shelf (4 bytes), packed uid. Value, 16 bytes, so that Berkeley DB keeps it within the
 * tree: place on the shelf (2), term (6), fingerprint (8). That is all that recalling an execution
 * takes, and 100,000 of them are recalled at every start without reading their parameters. Of
 * several commands with one uid on a shelf there is the entry of the last.
 */
final class UidIndex implements AutoCloseable {
  /** Commands a shelf; part of the format on disk. */
  static final int SHELF_COMMANDS = 1 << 14;

  private static final int TERM_BITS = 48;

  /** The largest term that has room in an entry; all bits of one. */
  static final long MAX_TERM = (1L << TERM_BITS) - 1;

  /**
   * What the index knows of an execution.
   *
   * @param position where its command stands
   * @param uid the command's uid
   * @param fingerprint of the command
   */
  record Trace(LogPosition position, String uid, long fingerprint) {}

  private final Database database;
  private final ByteBuffer value = ByteBuffer.allocate(2 * Long.BYTES);

  UidIndex(Database database) {
    this.database = database;
  }

  void put(Transaction transaction, JournalRecord record, byte[] packedUid) {
    LogPosition position = record.position();
    if (position.term() > MAX_TERM) {
      throw new IllegalStateException("term " + position.term() + " is beyond " + MAX_TERM);
    }
    long place = position.index() % SHELF_COMMANDS;
    value.putLong(0, place << TERM_BITS | position.term());
    value.putLong(Long.BYTES, record.command().fingerprint());
    database.put(
        transaction,
        new DatabaseEntry(key(shelfOf(position.index()), packedUid)),
        new DatabaseEntry(value.array()));
  }

  /**
   * Begins a search for the latest command with this uid. It costs a unit a shelf; older shelves do
   * not change any more, so that slices of it agree.
   *
   * @return what answers with its index, 0 for none
   */
  Inquiry<Long> search(byte[] packedUid, long lastIndex) {
    return new Inquiry<>() {
      private int shelf = shelfOf(lastIndex);

      @Override
      public Optional<Long> proceed(WorkBudget budget) {
        for (; shelf >= 0 && !budget.isSpent(); shelf--) {
          budget.spend(1);
          long index = findOn(shelf, packedUid);
          if (index > 0) {
            return Optional.of(index);
          }
        }
        return shelf < 0 ? Optional.of(0L) : Optional.empty();
      }
    };
  }

  private long findOn(int shelf, byte[] packedUid) {
    DatabaseEntry found = new DatabaseEntry();
    DatabaseEntry key = new DatabaseEntry(key(shelf, packedUid));
    return database.get(null, key, found, LockMode.READ_UNCOMMITTED) == OperationStatus.SUCCESS
        ? indexOf(shelf, ByteBuffer.wrap(found.getData()).getLong())
        : 0;
  }

  /** The traces, to be read in the order of indexes. */
  Traces traces() {
    return new Traces(database.openCursor(null, null));
  }

  /** Reads the traces of a shelf at once; of one thread. */
  static final class Traces implements AutoCloseable {
    private final Cursor cursor;
    private @Nullable Trace[] traces = {};
    private int shelf = -1;

    private Traces(Cursor cursor) {
      this.cursor = cursor;
    }

    /**
     * The trace of the command at an index. Missing also if a later one on its shelf has its uid:
     * sessions tell their commands apart by number.
     */
    Optional<Trace> at(long index) {
      if (shelf != shelfOf(index)) {
        shelf = shelfOf(index);
        traces = shelf(cursor, shelf);
      }
      return Optional.ofNullable(traces[(int) (index % SHELF_COMMANDS)]);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  @Override
  public void close() {
    database.close();
  }

  /** A shelf's traces at their places: the tree has them in the order of uids. */
  private static @Nullable Trace[] shelf(Cursor cursor, int shelf) {
    @Nullable Trace[] traces = new @Nullable Trace[SHELF_COMMANDS];
    DatabaseEntry key = new DatabaseEntry(key(shelf, new byte[0]));
    DatabaseEntry found = new DatabaseEntry();
    OperationStatus status = cursor.getSearchKeyRange(key, found, LockMode.READ_UNCOMMITTED);
    while (status == OperationStatus.SUCCESS) {
      ByteBuffer keyBytes = ByteBuffer.wrap(key.getData());
      if (keyBytes.getInt() != shelf) {
        break;
      }
      ByteBuffer stored = ByteBuffer.wrap(found.getData());
      long placeAndTerm = stored.getLong();
      LogPosition position = new LogPosition(indexOf(shelf, placeAndTerm), placeAndTerm & MAX_TERM);
      traces[(int) (placeAndTerm >>> TERM_BITS)] =
          new Trace(position, PackedUid.unpack(keyBytes), stored.getLong());
      status = cursor.getNext(key, found, LockMode.READ_UNCOMMITTED);
    }
    return traces;
  }

  private static byte[] key(int shelf, byte[] packedUid) {
    return ByteBuffer.allocate(Integer.BYTES + packedUid.length)
        .putInt(shelf)
        .put(packedUid)
        .array();
  }

  private static int shelfOf(long index) {
    return Math.toIntExact(index / SHELF_COMMANDS);
  }

  private static long indexOf(int shelf, long placeAndTerm) {
    return (long) shelf * SHELF_COMMANDS + (placeAndTerm >>> TERM_BITS);
  }
}
