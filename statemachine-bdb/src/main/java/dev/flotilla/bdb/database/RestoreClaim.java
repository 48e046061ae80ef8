package dev.flotilla.bdb.database;

import java.io.File;
import java.nio.file.Path;

/**
 * How much of the disk a state takes when it is restored, beyond what the database in its place
 * takes, which is deleted first: the snapshot's bytes, and what Berkeley DB adds to each record.
 * Measured: a journal 200 to 255 bytes, with its index by uid, and two more for each byte of a uid
 * that is no UUID, 356 in a session; a key-value store 50 to 69, most for long keys without order.
 *
 * <p>Any thread: looks at files only, which may come and go meanwhile.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class RestoreClaim {
  private static final int ADDED_TO_RECORD_BYTES = 400;
  private static final int ADDED_TO_PAIR_BYTES = 80;

  /** In a snapshot; see {@code JournalStream} and {@code KeyValueStream}. */
  private static final int SMALLEST_RECORD_BYTES = 16;

  private static final int SMALLEST_PAIR_BYTES = 9;

  /** In a snapshot, of pairs of which nothing is known. Smaller ones may take more than is said. */
  private static final int USUAL_PAIR_BYTES = 80;

  /**
   * How many pairs a store had once.
   *
   * @param lastIndex as of which entry; each after it adds one at the most
   */
  public record Extent(long lastIndex, long pairs) {}

  private RestoreClaim() {}

  public static long ofJournal(Path directory, long snapshotBytes, long lastIndex) {
    long records = Math.min(lastIndex, snapshotBytes / SMALLEST_RECORD_BYTES);
    return beyondDatabase(directory, snapshotBytes + ADDED_TO_RECORD_BYTES * records);
  }

  public static long ofPairs(Path directory, Extent known, long snapshotBytes, long lastIndex) {
    long unknown =
        Math.min(Math.max(0, lastIndex - known.lastIndex()), snapshotBytes / USUAL_PAIR_BYTES);
    long pairs = Math.min(known.pairs() + unknown, snapshotBytes / SMALLEST_PAIR_BYTES);
    return beyondDatabase(directory, snapshotBytes + ADDED_TO_PAIR_BYTES * pairs);
  }

  private static long beyondDatabase(Path directory, long bytes) {
    long left = bytes;
    File[] files = directory.resolve(CheckedDatabase.DATABASE).toFile().listFiles();
    if (files != null) {
      for (File file : files) {
        left -= file.length();
      }
    }
    return Math.max(0, left);
  }
}
