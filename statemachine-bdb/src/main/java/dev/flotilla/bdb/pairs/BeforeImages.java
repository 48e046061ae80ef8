package dev.flotilla.bdb.pairs;

import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import dev.flotilla.bdb.database.BdbEnvironment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What keys held before they changed for the first time since a moment: the value, or that they
 * were absent.
 *
 * <p>In a temporary database: it goes to disk as far as the cache does not hold it, and is gone
 * when it is closed, or after a crash. Its user sees to it that one thread is here at a time.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class BeforeImages implements AutoCloseable {
  private static final String NAME = "before-images";
  private static final byte WAS_ABSENT = 0;
  private static final byte WAS_THERE = 1;

  private final Database database;

  BeforeImages(Environment environment) {
    DatabaseConfig config = new DatabaseConfig();
    config.setTemporary(true);
    config.setAllowCreate(true);
    config.setKeyPrefixing(true);
    this.database = environment.openDatabase(null, NAME, config);
  }

  public boolean has(byte[] key) {
    return database.get(
            null, new DatabaseEntry(key), BdbEnvironment.withoutData(), LockMode.READ_UNCOMMITTED)
        == OperationStatus.SUCCESS;
  }

  public void keep(byte[] key, byte @Nullable [] before) {
    byte[] image = new byte[before == null ? 1 : 1 + before.length];
    image[0] = before == null ? WAS_ABSENT : WAS_THERE;
    if (before != null) {
      System.arraycopy(before, 0, image, 1, before.length);
    }
    database.put(null, new DatabaseEntry(key), new DatabaseEntry(image));
  }

  public PairWalk walkFrom(byte[] key) {
    return new PairWalk(database, key);
  }

  /** What a walk's value stands for; null if the key was absent. */
  public static byte @Nullable [] valueOf(byte[] image) {
    return image[0] == WAS_ABSENT ? null : Arrays.copyOfRange(image, 1, image.length);
  }

  @Override
  public void close() {
    database.close();
  }
}
