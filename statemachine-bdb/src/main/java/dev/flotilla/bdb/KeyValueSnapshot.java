package dev.flotilla.bdb;

import com.sleepycat.je.DatabaseException;
import dev.flotilla.bdb.database.Checkpointer;
import dev.flotilla.bdb.pairs.BeforeImages;
import dev.flotilla.bdb.pairs.Changes;
import dev.flotilla.bdb.pairs.KeyValueDatabase;
import dev.flotilla.bdb.pairs.KeyValuePair;
import dev.flotilla.bdb.pairs.LeaseTable;
import dev.flotilla.bdb.pairs.PairWalk;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store as of an index, while it goes on: Berkeley DB has no snapshots.
 *
 * <p>The snapshot thread reads the pairs in the order of keys, some at a time. Between two such
 * chunks the apply thread may write; before it changes a key that has not been read yet, for the
 * first time, it keeps the old value, or that there was none. Of a key that has such an image, the
 * image is written, of any other what the database has. So every key is written as it was: if it
 * has been changed before it was read, there is an image, and afterwards nobody reads it again.
 *
 * <p>The lock of the images is held while a chunk is read or a batch is written, never while the
 * target is: the apply thread waits for {@link #CHUNK_STEPS} keys or {@link #CHUNK_BYTES} at most.
 */
final class KeyValueSnapshot implements StateSnapshot {
  /** Keys that are looked at in one go. */
  static final int CHUNK_STEPS = 256;

  /** Bytes of pairs that are read in one go, and one pair more. */
  static final int CHUNK_BYTES = 128 << 10;

  private final KeyValueDatabase database;
  private final Checkpointer checkpointer;
  private final LongConsumer whenKept;
  private final long lastIndex;
  private final long count;
  private final LeaseTable.Image leases;
  private final BeforeImages images;
  private volatile boolean isObsolete;

  // Guarded by images.
  /** Keys up to this one have been read; none is empty, so at first none has. */
  private byte[] passed = {};

  private boolean isRead;
  private boolean isClosed;

  /**
   * Holds on to what the database has now.
   *
   * @param whenKept takes the index when no older state is needed any more; any thread
   */
  KeyValueSnapshot(KeyValueDatabase database, Checkpointer checkpointer, LongConsumer whenKept) {
    this.database = database;
    this.checkpointer = checkpointer;
    this.whenKept = whenKept;
    this.lastIndex = database.lastIndex();
    this.count = database.count();
    this.leases = database.leases().image();
    this.images = database.beforeImages();
  }

  /** Writes a batch, after keeping what it changes. Apply thread. */
  void writeBehind(Changes changes, Runnable write) {
    synchronized (images) {
      if (!isRead && !isClosed) {
        changes.forEach((key, value) -> keep(key));
      }
      write.run();
    }
  }

  private void keep(byte[] key) {
    if (Arrays.compareUnsigned(key, passed) > 0 && !images.has(key)) {
      images.keep(key, database.get(key));
    }
  }

  /** Locked while it uses the database. */
  @Override
  public synchronized void writeTo(OutputStream target) throws IOException {
    try {
      List<KeyValuePair> chunk = nextChunk();
      KeyValueStream.Writer writer = new KeyValueStream.Writer(target, leases);
      while (!chunk.isEmpty()) {
        for (KeyValuePair pair : chunk) {
          writer.write(pair);
        }
        chunk = nextChunk();
      }
      writer.end(count);
      requireWanted();
      checkpointer.force(lastIndex);
    } catch (DatabaseException e) {
      throw new IOException("the key-value store cannot be read: " + e.getMessage(), e);
    }
  }

  /** The next pairs; none at the end. */
  private List<KeyValuePair> nextChunk() throws IOException {
    List<KeyValuePair> chunk = new ArrayList<>();
    while (chunk.isEmpty()) {
      synchronized (images) {
        requireWanted();
        if (isRead) {
          break;
        }
        readChunk(chunk);
      }
    }
    return chunk;
  }

  private void readChunk(List<KeyValuePair> chunk) {
    try (PairWalk now = database.walkFrom(passed);
        PairWalk before = images.walkFrom(passed)) {
      skipPassed(now);
      skipPassed(before);
      long bytes = 0;
      for (int step = 0; step < CHUNK_STEPS && bytes < CHUNK_BYTES; step++) {
        int order = compare(now.key(), before.key());
        byte[] key = order < 0 ? now.key() : before.key();
        if (key == null) {
          isRead = true;
          return;
        }
        byte[] value = order < 0 ? now.value() : BeforeImages.valueOf(before.value());
        if (value != null) {
          KeyValuePair pair = new KeyValuePair(key, value);
          chunk.add(pair);
          bytes += pair.sizeBytes();
        }
        passed = key;
        if (order <= 0) {
          now.next();
        }
        if (order >= 0) {
          before.next();
        }
      }
    }
  }

  private void skipPassed(PairWalk walk) {
    if (Arrays.equals(walk.key(), passed)) {
      walk.next();
    }
  }

  /** No key at all comes after every key. */
  private static int compare(byte @Nullable [] left, byte @Nullable [] right) {
    if (left == null || right == null) {
      return Boolean.compare(left == null, right == null);
    }
    return Arrays.compareUnsigned(left, right);
  }

  private void requireWanted() throws SnapshotGivenUp {
    if (isObsolete) {
      throw new SnapshotGivenUp("the key-value store has been closed or replaced");
    }
  }

  /** Ends {@link #writeTo}, and returns when it leaves the database alone. */
  void giveUp() {
    isObsolete = true;
    awaitWriter();
    try {
      close();
    } catch (DatabaseException e) {
      // The environment has failed, which is closed next, or says so again.
    }
  }

  private synchronized void awaitWriter() {
    // The lock is all that is wanted.
  }

  @Override
  public void kept() {
    whenKept.accept(lastIndex);
  }

  @Override
  public void close() {
    synchronized (images) {
      if (!isClosed) {
        isClosed = true;
        images.close();
      }
    }
  }
}
