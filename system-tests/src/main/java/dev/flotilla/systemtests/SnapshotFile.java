package dev.flotilla.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A snapshot that is under way, by its file in the data directory. */
public enum SnapshotFile {
  /** Of the server's own state. */
  TAKING("snapshot-taking"),
  /** From its leader. */
  ARRIVING("snapshot-arriving");

  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final String fileName;

  SnapshotFile(String fileName) {
    this.fileName = fileName;
  }

  /** Its name. */
  public String fileName() {
    return fileName;
  }

  /**
   * Waits until there is one, to a fraction of a millisecond; blocks for five minutes at the most.
   *
   * @throws IOException if none comes
   */
  public void await(Path directory) throws IOException {
    Path file = directory.resolve(fileName);
    await(() -> Files.exists(file), "no " + file);
  }

  /**
   * Likewise, until it is whole, or given up.
   *
   * @throws IOException if that does not come
   */
  public void awaitEnd(Path directory) throws IOException {
    Path file = directory.resolve(fileName);
    await(() -> !Files.exists(file), "no end of " + file);
  }

  private static void await(BooleanSupplier condition, String otherwise) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(otherwise + " within five minutes");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
