package dev.flotilla.storage.log;

import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * A small file that says up to which entry the group had committed, for an operator who recovers a
 * group ({@link GroupRecovery}). Nothing else reads it: a start learns the commit index anew
 * (safety rule 7).
 *
 * <p>It is written from time to time and never forced: it is seconds old after a SIGKILL, and may
 * be older, torn or missing after a power cut. What it says was committed, though the log here may
 * lack it. One thread at a time; blocks on the disk for a moment.
 */
public final class CommitMark {
  public static final String NAME = "commit-mark";

  private static final int SIZE = Integer.BYTES + Long.BYTES;

  private final Disk disk;
  private long written;

  /** The file in this data directory, whose lock the caller holds. */
  public CommitMark(Disk disk) {
    this.disk = disk;
  }

  /** Notes an index, unless a higher one was noted. */
  public void write(long index) throws IOException {
    if (index <= written) {
      return;
    }
    ByteBuffer content = ByteBuffer.allocate(SIZE).putInt(checksum(index)).putLong(index).flip();
    try (DiskFile file = disk.list().contains(NAME) ? disk.open(NAME) : disk.create(NAME)) {
      file.write(content, 0);
    }
    written = index;
  }

  /** What was noted last; empty if nothing was, or it cannot be read. */
  public static OptionalLong read(Disk disk) throws IOException {
    if (!disk.list().contains(NAME)) {
      return OptionalLong.empty();
    }
    ByteBuffer content = ByteBuffer.allocate(SIZE);
    try (DiskFile file = disk.open(NAME)) {
      if (file.read(content, 0) < SIZE) {
        return OptionalLong.empty();
      }
    }
    int checksum = content.getInt(0);
    long index = content.getLong(Integer.BYTES);
    return checksum == checksum(index) && index > 0 ? OptionalLong.of(index) : OptionalLong.empty();
  }

  private static int checksum(long index) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, index));
    return (int) crc.getValue();
  }
}
