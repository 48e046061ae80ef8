package dev.flotilla.bdb.pairs;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import java.nio.ByteBuffer;

/**
 * The leases on disk: under each id its time, its end and its kind (8, 8 and 1 bytes), and in
 * another database under each leased key the id (8).
 */
final class LeaseStore implements AutoCloseable {
  private static final String LEASES = "leases";
  private static final String LEASED_KEYS = "leased-keys";
  private static final int LEASE_BYTES = 2 * Long.BYTES + 1;

  private final Database leases;
  private final Database keys;

  LeaseStore(Environment environment, DatabaseConfig config) {
    this.leases = environment.openDatabase(null, LEASES, config);
    this.keys = environment.openDatabase(null, LEASED_KEYS, config);
  }

  /** Reads what the last transaction has left. */
  LeaseTable read() {
    LeaseTable table = new LeaseTable();
    DatabaseEntry key = new DatabaseEntry();
    DatabaseEntry value = new DatabaseEntry();
    try (Cursor cursor = leases.openCursor(null, null)) {
      while (cursor.getNext(key, value, LockMode.READ_UNCOMMITTED) == OperationStatus.SUCCESS) {
        ByteBuffer in = ByteBuffer.wrap(value.getData());
        long id = ByteBuffer.wrap(key.getData()).getLong();
        table.put(new LeaseTable.Lease(id, in.getLong(), in.getLong(), in.get() != 0));
      }
    }
    try (Cursor cursor = keys.openCursor(null, null)) {
      while (cursor.getNext(key, value, LockMode.READ_UNCOMMITTED) == OperationStatus.SUCCESS) {
        table.attach(key.getData(), ByteBuffer.wrap(value.getData()).getLong());
      }
    }
    table.takeChanges(id -> {}, (leased, id) -> {});
    return table;
  }

  /** Writes what has changed in a table. */
  void write(Transaction transaction, LeaseTable table) {
    table.takeChanges(
        id -> {
          LeaseTable.Lease lease = table.find(id).orElse(null);
          if (lease == null) {
            leases.delete(transaction, number(id));
          } else {
            leases.put(transaction, number(id), entry(lease));
          }
        },
        (key, id) -> {
          if (id == null) {
            keys.delete(transaction, new DatabaseEntry(key));
          } else {
            keys.put(transaction, new DatabaseEntry(key), number(id));
          }
        });
  }

  private static DatabaseEntry entry(LeaseTable.Lease lease) {
    return new DatabaseEntry(
        ByteBuffer.allocate(LEASE_BYTES)
            .putLong(lease.ttlMillis())
            .putLong(lease.expiresMillis())
            .put((byte) (lease.isOfOneKey() ? 1 : 0))
            .array());
  }

  private static DatabaseEntry number(long id) {
    return new DatabaseEntry(ByteBuffer.allocate(Long.BYTES).putLong(id).array());
  }

  @Override
  public void close() {
    keys.close();
    leases.close();
  }
}
