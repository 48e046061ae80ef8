package dev.flotilla.bdb.pairs;

import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import dev.flotilla.bdb.database.BdbEnvironment;
import dev.flotilla.bdb.database.StoreDatabase;
import dev.flotilla.node.statemachine.Execution;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The key-value store's Berkeley DB environment: the pairs, the executions since the newest
 * snapshot, and up to which index both go.
 *
 * <p>Used by one thread at a time, but {@link #force} and {@link #walkFrom} by others as well.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class KeyValueDatabase implements StoreDatabase {
  private static final String PAIRS = "pairs";
  private static final String EXECUTIONS = "executions";
  private static final String EXTENT = "extent";
  private static final byte[] EXTENT_KEY = EXTENT.getBytes(StandardCharsets.US_ASCII);

  private final Environment environment;
  private final Database pairs;
  private final Database extent;
  private final ExecutionLog executions;
  private final LeaseStore leaseStore;
  private final LeaseTable leases;
  private long lastIndex;
  private long count;

  private KeyValueDatabase(Environment environment) {
    this.environment = environment;
    DatabaseConfig config = new DatabaseConfig();
    config.setTransactional(true);
    config.setAllowCreate(true);
    config.setKeyPrefixing(true);
    this.pairs = environment.openDatabase(null, PAIRS, config);
    this.executions = new ExecutionLog(environment.openDatabase(null, EXECUTIONS, config));
    this.extent = environment.openDatabase(null, EXTENT, config);
    this.leaseStore = new LeaseStore(environment, config);
    this.leases = leaseStore.read();
    readExtent();
  }

  /** Opens or creates; throws what Berkeley DB throws. */
  public static KeyValueDatabase open(Path home, EnvironmentConfig config) {
    return BdbEnvironment.open(home, config, KeyValueDatabase::new);
  }

  @Override
  public long lastIndex() {
    return lastIndex;
  }

  /** How many pairs there are. */
  public long count() {
    return count;
  }

  @Override
  public boolean isWhole() {
    try (PairWalk walk = walkFrom(new byte[0])) {
      return (walk.key() == null) == (count == 0);
    }
  }

  public byte @Nullable [] get(byte[] key) {
    DatabaseEntry found = new DatabaseEntry();
    return find(key, found) ? found.getData() : null;
  }

  boolean contains(byte[] key) {
    return find(key, BdbEnvironment.withoutData());
  }

  /** The leases, as the batch has left them so far. */
  public LeaseTable leases() {
    return leases;
  }

  /** A walk over the pairs. Any thread that keeps the apply thread from writing meanwhile. */
  public PairWalk walkFrom(byte[] key) {
    return new PairWalk(pairs, key);
  }

  /** A new, empty place for the values that the next changes replace. */
  public BeforeImages beforeImages() {
    return new BeforeImages(environment);
  }

  /**
   * Writes a batch in one transaction, which is not forced.
   *
   * @param executed its executions, the last one with the index up to which the database goes then
   * @param recalledNoMore executions up to this index may be dropped
   */
  public void write(Changes changes, List<Execution> executed, long recalledNoMore) {
    long index = executed.get(executed.size() - 1).position().index();
    long newCount = count + changes.growth();
    transact(
        transaction -> {
          changes.forEach((key, value) -> write(transaction, key, value));
          leaseStore.write(transaction, leases);
          executions.append(transaction, executed);
          executions.drop(transaction, recalledNoMore);
          writeExtent(transaction, index, newCount);
        });
    lastIndex = index;
    count = newCount;
  }

  /** Adds pairs to a database that is being restored. */
  public void load(List<KeyValuePair> loaded) {
    transact(transaction -> loaded.forEach(each -> write(transaction, each.key(), each.value())));
  }

  /** Adds leases to a database that is being restored; {@link #finishLoad} writes them. */
  public void load(LeaseTable.Image loaded) {
    loaded.leases().forEach(leases::put);
    loaded.keys().forEach(each -> leases.attach(each.key(), each.lease()));
  }

  /** Ends the restoring: until then the database holds nothing that counts. */
  public void finishLoad(long index, long loaded) {
    transact(
        transaction -> {
          leaseStore.write(transaction, leases);
          writeExtent(transaction, index, loaded);
        });
    lastIndex = index;
    count = loaded;
  }

  public void recall(int limit, Consumer<Execution> visitor) {
    executions.recall(limit, visitor);
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
    // Of one that is damaged no database can be closed, but the environment can, and must.
    try {
      extent.close();
      leaseStore.close();
      executions.close();
      pairs.close();
    } finally {
      environment.close();
    }
  }

  private void transact(Consumer<Transaction> writes) {
    BdbEnvironment.transact(environment, writes);
  }

  private boolean find(byte[] key, DatabaseEntry found) {
    return pairs.get(null, new DatabaseEntry(key), found, LockMode.READ_UNCOMMITTED)
        == OperationStatus.SUCCESS;
  }

  private void write(Transaction transaction, byte[] key, byte @Nullable [] value) {
    if (value == null) {
      pairs.delete(transaction, new DatabaseEntry(key));
    } else {
      pairs.put(transaction, new DatabaseEntry(key), new DatabaseEntry(value));
    }
  }

  private void writeExtent(Transaction transaction, long index, long pairCount) {
    byte[] value = ByteBuffer.allocate(2 * Long.BYTES).putLong(index).putLong(pairCount).array();
    extent.put(transaction, new DatabaseEntry(EXTENT_KEY), new DatabaseEntry(value));
  }

  private void readExtent() {
    DatabaseEntry found = new DatabaseEntry();
    if (extent.get(null, new DatabaseEntry(EXTENT_KEY), found, LockMode.READ_UNCOMMITTED)
        == OperationStatus.SUCCESS) {
      ByteBuffer value = ByteBuffer.wrap(found.getData());
      lastIndex = value.getLong();
      count = value.getLong();
    }
  }
}
