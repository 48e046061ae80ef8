package dev.flotilla.storage.snapshot;

import dev.flotilla.storage.disk.Disk;
import java.io.IOException;

/**
 * What a snapshot that is under way leaves free on its disk, for what matters more: the log's next
 * segment, and the state. One that takes no more than half of what is free need not leave that
 * much: it is what the log behind it, which takes more as a rule, can be dropped for. Nothing is
 * set aside by it. Any thread; blocks on the device.
 *
 * @param bytes how much; 0 to look at nothing
 */
record Reserve(Disk disk, long bytes) {
  /**
   * Looks whether a file may grow.
   *
   * @param name its name
   * @param sizeBytes what was written of it
   * @param moreBytes what is to come, as far as that is known
   * @throws UnwritableSnapshot if less would be left
   */
  void require(String name, long sizeBytes, long moreBytes) throws UnwritableSnapshot {
    require(name, sizeBytes, moreBytes, 0);
  }

  /**
   * As {@link #require(String, long, long)}, of a file from which a state will be restored.
   *
   * @param restoreBytes what that takes beside the file
   */
  void require(String name, long sizeBytes, long moreBytes, long restoreBytes)
      throws UnwritableSnapshot {
    if (bytes == 0) {
      return;
    }
    long usableBytes = usableBytes(name, sizeBytes);
    long leftBytes = Math.min(bytes, sizeBytes + moreBytes);
    if (usableBytes - leftBytes - moreBytes < restoreBytes) {
      String why =
          "%s bytes are free, and %s shall stay so".formatted(usableBytes, leftBytes)
              + (moreBytes > 0 ? "; it needs " + moreBytes : "")
              + (restoreBytes > 0 ? "; the state that is restored needs " + restoreBytes : "");
      throw new UnwritableSnapshot(name, sizeBytes, new IOException(why));
    }
  }

  /**
   * Looks whether a state can still be restored from a whole file. What shall stay free was there
   * when the file began, and may be used up: it would have been written in vain.
   */
  void requireRestore(String name, long sizeBytes, long restoreBytes) throws UnwritableSnapshot {
    if (bytes == 0 || restoreBytes == 0) {
      return;
    }
    long usableBytes = usableBytes(name, sizeBytes);
    if (usableBytes < restoreBytes) {
      String why =
          "%s bytes are free; the state that is restored needs %s"
              .formatted(usableBytes, restoreBytes);
      throw new UnwritableSnapshot(name, sizeBytes, new IOException(why));
    }
  }

  private long usableBytes(String name, long sizeBytes) throws UnwritableSnapshot {
    try {
      return disk.usableBytes();
    } catch (IOException e) {
      throw new UnwritableSnapshot(name, sizeBytes, e);
    }
  }
}
