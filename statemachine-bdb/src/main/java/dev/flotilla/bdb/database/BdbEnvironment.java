package dev.flotilla.bdb.database;

import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.DbInternal;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.Transaction;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How Berkeley DB is set up; docs/reference/berkeley-db.md has the reason for each figure.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class BdbEnvironment {
  private static final int LOG_FILE_BYTES = 8 << 20;
  private static final int RECOVERY_BYTES = 4 << 20;

  private BdbEnvironment() {}

  public static EnvironmentConfig writing(DatabaseLimits limits, StoreKind kind) {
    EnvironmentConfig config = common();
    // Bad bytes before a commit are damage, and no reason to drop the commit silently.
    config.setConfigParam(EnvironmentConfig.HALT_ON_COMMIT_AFTER_CHECKSUMEXCEPTION, "true");
    config.setAllowCreate(true);
    config.setCacheSize(limits.cacheBytes());
    // The Raft log is forced before a command gets here, and replays what this loses.
    config.setDurability(Durability.COMMIT_NO_SYNC);
    // FreeDisk looks before anything is applied, and what was accepted must find room.
    set(config, EnvironmentConfig.FREE_DISK, 0);
    set(config, EnvironmentConfig.LOG_FILE_MAX, LOG_FILE_BYTES);
    // What Berkeley DB reads again when it opens after a crash: 0.4 s instead of 0.8 s.
    set(config, EnvironmentConfig.CHECKPOINTER_BYTES_INTERVAL, RECOVERY_BYTES);
    // Where nothing is ever deleted there is nothing to compress.
    config.setConfigParam(
        EnvironmentConfig.ENV_RUN_IN_COMPRESSOR, Boolean.toString(kind.deletes()));
    // The checkpoints are ours.
    set(config, EnvironmentConfig.LOG_FLUSH_SYNC_INTERVAL, 0);
    set(config, EnvironmentConfig.LOG_FLUSH_NO_SYNC_INTERVAL, 0);
    set(config, EnvironmentConfig.EVICTOR_CORE_THREADS, 0);
    set(config, EnvironmentConfig.EVICTOR_MAX_THREADS, 1);
    return config;
  }

  /** Takes bad bytes for the end: they may be what a server is writing at this moment. */
  public static EnvironmentConfig readingOnly() {
    EnvironmentConfig config = common();
    config.setReadOnly(true);
    return config;
  }

  /** Opens an environment and then its databases; throws what Berkeley DB throws. */
  public static <D> D open(
      Path home, EnvironmentConfig config, Function<Environment, D> databases) {
    Environment environment = new Environment(home.toFile(), config);
    try {
      return databases.apply(environment);
    } catch (RuntimeException e) {
      try {
        environment.close();
      } catch (RuntimeException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** Writes in one transaction, which is not forced; on an exception nothing is kept. */
  public static void transact(Environment environment, Consumer<Transaction> writes) {
    Transaction transaction = environment.beginTransaction(null, null);
    try {
      writes.accept(transaction);
      transaction.commit();
    } catch (RuntimeException e) {
      try {
        transaction.abort();
      } catch (RuntimeException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** What made an environment invalid, also if a question met it; null for one that is in use. */
  public static @Nullable Exception failureOf(Environment environment) {
    return environment.isValid() ? null : environment.getInvalidatingException();
  }

  /**
   * Whether writes are taken. Without a free byte on the disk they are not, whatever its limits are
   * set to, and for some ten seconds more: it looks when its cleaner wakes up.
   */
  public static boolean takesWrites(Environment environment) {
    return DbInternal.getNonNullEnvImpl(environment).getDiskLimitViolation() == null;
  }

  /** For lookups that want no data. */
  public static DatabaseEntry withoutData() {
    DatabaseEntry none = new DatabaseEntry();
    none.setPartial(0, 0, true);
    return none;
  }

  private static EnvironmentConfig common() {
    EnvironmentConfig config = new EnvironmentConfig();
    config.setTransactional(true);
    // Its nightly check would come on all servers at midnight, at the same time.
    config.setConfigParam(EnvironmentConfig.ENV_RUN_VERIFIER, "false");
    config.setConfigParam(EnvironmentConfig.STATS_COLLECT, "false");
    config.setConfigParam(EnvironmentConfig.LOG_DETECT_FILE_DELETE, "false");
    return config;
  }

  private static void set(EnvironmentConfig config, String name, long value) {
    config.setConfigParam(name, Long.toString(value));
  }
}
