package dev.flotilla.server.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The disk of a data directory: rights, room, and how long an fsync takes. Blocks. */
public final class DiskCheck {
  private static final String DISK = "disk";
  private static final int WRITES = 20;
  private static final int WRITE_BYTES = 4096;

  /** Two segments of the log, which a server makes at its start, and some room for a snapshot. */
  private static final long MIN_FREE_BYTES = 64L << 20;

  private static final double MAX_FSYNC_MILLIS = 50;
  private static final double MEBIBYTE = 1 << 20;

  private DiskCheck() {}

  /**
   * Looks at a directory, or the nearest one above it that exists; writes and deletes a file there.
   *
   * @param directory of a server's data, existing or not
   */
  public static Finding of(Path directory) {
    Path existing = directory.toAbsolutePath().normalize();
    while (existing.getParent() != null && Files.notExists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      return Finding.wrong(
          DISK, "%s is no directory; name another with --data".formatted(existing));
    }
    try {
      long free = Files.getFileStore(existing).getUsableSpace();
      if (free < MIN_FREE_BYTES) {
        return Finding.wrong(
            DISK,
            "%s has %s free, a server needs %s; free space, or name another disk with --data"
                .formatted(existing, mebibytes(free), mebibytes(MIN_FREE_BYTES)));
      }
      double millis = fsyncMillis(existing);
      String text =
          String.format(
              Locale.ROOT,
              "%s: %s free, an fsync takes %.1f ms (median of %d)",
              existing,
              mebibytes(free),
              millis,
              WRITES);
      return millis <= MAX_FSYNC_MILLIS
          ? Finding.well(DISK, text)
          : Finding.wrong(
              DISK,
              text
                  + ", and each command waits for one; use another disk, or one with a write cache"
                  + " that survives power loss");
    } catch (IOException e) {
      String reason =
          e instanceof FileSystemException ? e.toString() : String.valueOf(e.getMessage());
      return Finding.wrong(
          DISK,
          "%s cannot be written: %s; see to its rights and its free space, or name another with --data"
              .formatted(existing, reason));
    }
  }

  private static double fsyncMillis(Path directory) throws IOException {
    Path file = Files.createTempFile(directory, ".flotilla-doctor", "");
    long[] nanos = new long[WRITES];
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; i < WRITES; i++) {
        ByteBuffer bytes = ByteBuffer.allocate(WRITE_BYTES);
        long began = System.nanoTime();
        while (bytes.hasRemaining()) {
          int unused = channel.write(bytes);
        }
        channel.force(false);
        nanos[i] = System.nanoTime() - began;
      }
    } finally {
      Files.delete(file);
    }
    Arrays.sort(nanos);
    return nanos[WRITES / 2] / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / MEBIBYTE);
  }
}
