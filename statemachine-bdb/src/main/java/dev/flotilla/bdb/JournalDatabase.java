package dev.flotilla.bdb;

import com.sleepycat.je.CacheMode;
import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import dev.flotilla.bdb.database.BdbEnvironment;
import dev.flotilla.bdb.database.PackedUid;
import dev.flotilla.bdb.database.StoreDatabase;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.raft.model.Command;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The journal's Berkeley DB environment: the commands by index, and the index by uid.
 *
 * <p>The index that was last applied is the key of the last record, so it cannot disagree with the
 * records.
 *
 * <p>Used by one thread at a time, but {@link #force} and {@link #visitStoredFrom} by others as
 * well.
 */
final class JournalDatabase implements StoreDatabase {
  private static final String COMMANDS = "commands";
  private static final String UIDS = "uids";

  private final Environment environment;
  private final Database commands;
  private final UidIndex uids;

  private JournalDatabase(Environment environment, Database commands, Database uids) {
    this.environment = environment;
    this.commands = commands;
    this.uids = new UidIndex(uids);
  }

  /** Opens or creates; throws what Berkeley DB throws. */
  static JournalDatabase open(Path home, EnvironmentConfig config) {
    return BdbEnvironment.open(home, config, environment -> open(environment, config));
  }

  private static JournalDatabase open(Environment environment, EnvironmentConfig config) {
    DatabaseConfig database = new DatabaseConfig();
    database.setTransactional(true);
    database.setReadOnly(config.getReadOnly());
    database.setAllowCreate(config.getAllowCreate());
    // Neighbours share most of their keys: shelf and index.
    database.setKeyPrefixing(true);
    Database uids = environment.openDatabase(null, UIDS, database);
    // A record is seldom read after it was written; the cache is for the trees.
    database.setCacheMode(CacheMode.EVICT_LN);
    Database commands = environment.openDatabase(null, COMMANDS, database);
    return new JournalDatabase(environment, commands, uids);
  }

  /** Adds records in one transaction, which is not forced. */
  void append(List<JournalRecord> records) {
    BdbEnvironment.transact(
        environment,
        transaction -> {
          for (JournalRecord record : records) {
            byte[] packedUid = PackedUid.pack(record.command().uid());
            uids.put(transaction, record, packedUid);
            commands.put(
                transaction,
                keyOf(record.position().index()),
                new DatabaseEntry(RecordFormat.write(record, packedUid)));
          }
        });
  }

  /** The index of the last record, 0 if there is none. */
  @Override
  public long lastIndex() {
    DatabaseEntry key = new DatabaseEntry();
    try (Cursor cursor = commands.openCursor(null, null)) {
      OperationStatus status =
          cursor.getLast(key, BdbEnvironment.withoutData(), LockMode.READ_UNCOMMITTED);
      return status == OperationStatus.SUCCESS ? indexOf(key) : 0;
    }
  }

  Optional<JournalRecord> get(long index) {
    DatabaseEntry found = new DatabaseEntry();
    OperationStatus status = commands.get(null, keyOf(index), found, LockMode.READ_UNCOMMITTED);
    return status == OperationStatus.SUCCESS
        ? Optional.of(RecordFormat.read(index, found.getData()))
        : Optional.empty();
  }

  /** Begins a search for the latest record under a uid. */
  Inquiry<Optional<JournalRecord>> search(String uid) {
    return uids.search(PackedUid.pack(uid), lastIndex())
        .map(index -> index == 0 ? Optional.<JournalRecord>empty() : get(index));
  }

  /** Visits the records from an index on, in order, until there is none or the visitor says no. */
  void visitFrom(long index, Predicate<JournalRecord> visitor) {
    visitStoredFrom(index, (each, stored) -> visitor.test(RecordFormat.read(each, stored)));
  }

  /** Takes a record as it is stored; says whether it wants more. */
  interface StoredVisitor {
    boolean visit(long index, byte[] stored);
  }

  /**
   * The same, with the stored form. Any thread: up to what was committed before the call, nothing
   * changes any more.
   */
  void visitStoredFrom(long index, StoredVisitor visitor) {
    DatabaseEntry key = keyOf(index);
    DatabaseEntry found = new DatabaseEntry();
    try (Cursor cursor = commands.openCursor(null, null)) {
      OperationStatus status = cursor.getSearchKeyRange(key, found, LockMode.READ_UNCOMMITTED);
      while (status == OperationStatus.SUCCESS && visitor.visit(indexOf(key), found.getData())) {
        status = cursor.getNext(key, found, LockMode.READ_UNCOMMITTED);
      }
    }
  }

  /** The index of the first of the last {@code count} records; 0 if there is none at all. */
  long firstOfLast(long count) {
    DatabaseEntry key = new DatabaseEntry();
    try (Cursor cursor = commands.openCursor(null, null)) {
      OperationStatus last =
          cursor.getLast(key, BdbEnvironment.withoutData(), LockMode.READ_UNCOMMITTED);
      if (last != OperationStatus.SUCCESS) {
        return 0;
      }
      if (count > 1
          && cursor.skipPrev(count - 1, key, BdbEnvironment.withoutData(), null) < count - 1) {
        cursor.getFirst(key, BdbEnvironment.withoutData(), LockMode.READ_UNCOMMITTED);
      }
      return indexOf(key);
    }
  }

  /**
   * Visits the traces of the last executions, oldest first; of those that are not in the index by
   * uid, and of no others, the records are read.
   */
  void recall(int limit, Consumer<UidIndex.Trace> visitor) {
    long first = limit == 0 ? 0 : firstOfLast(limit);
    if (first == 0) {
      return;
    }
    DatabaseEntry key = keyOf(first);
    DatabaseEntry withoutData = BdbEnvironment.withoutData();
    try (Cursor cursor = commands.openCursor(null, null);
        UidIndex.Traces traces = uids.traces()) {
      OperationStatus status =
          cursor.getSearchKeyRange(key, withoutData, LockMode.READ_UNCOMMITTED);
      while (status == OperationStatus.SUCCESS) {
        long index = indexOf(key);
        visitor.accept(traces.at(index).orElseGet(() -> traceOf(index)));
        status = cursor.getNext(key, withoutData, LockMode.READ_UNCOMMITTED);
      }
    }
  }

  private UidIndex.Trace traceOf(long index) {
    JournalRecord record = get(index).orElseThrow();
    Command command = record.command();
    return new UidIndex.Trace(record.position(), command.uid(), command.fingerprint());
  }

  /** Always: a part of the records is the state as of the last of them. */
  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public @Nullable Exception failure() {
    return BdbEnvironment.failureOf(environment);
  }

  @Override
  public boolean takesWrites() {
    return BdbEnvironment.takesWrites(environment);
  }

  @Override
  public void force() {
    environment.flushLog(true);
  }

  @Override
  public void close() {
    // As with the key-value store's.
    try {
      uids.close();
      commands.close();
    } finally {
      environment.close();
    }
  }

  private static DatabaseEntry keyOf(long index) {
    return new DatabaseEntry(ByteBuffer.allocate(Long.BYTES).putLong(index).array());
  }

  private static long indexOf(DatabaseEntry key) {
    return ByteBuffer.wrap(key.getData()).getLong();
  }
}
