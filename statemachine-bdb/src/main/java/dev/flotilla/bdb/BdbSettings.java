package dev.flotilla.bdb;

import dev.flotilla.bdb.database.DatabaseLimits;

/**
 * What a state machine of this package may use of its device. The defaults suit a process with
 * {@code -Xmx64m}; docs/reference/berkeley-db.md has the reasons.
 *
 * @param cacheBytes heap for the database's cache, at least 1 MiB
 * @param freeDiskBytes while less than this is free on its file system no more commands are taken
 *     from clients, and below half of it nothing is applied. Less than 24 MiB is for tests of a
 *     full disk: what is applied between two looks may find no room then, which stops the node
 * @param checkpointCommands force to disk after at most this many commands
 * @param checkpointBytes force to disk after at most this many bytes of commands
 */
public record BdbSettings(
    long cacheBytes, long freeDiskBytes, int checkpointCommands, long checkpointBytes) {
  private static final long MIB = 1 << 20;

  /** 8 MiB of cache, 32 MiB left free, a checkpoint every 10,000 commands or 4 MiB. */
  public static final BdbSettings DEFAULT = new BdbSettings(8 * MIB, 32 * MIB, 10_000, 4 * MIB);

  /** Rejects what cannot work, with the limit. */
  public BdbSettings {
    require(cacheBytes >= MIB, "cacheBytes is at least 1048576, not " + cacheBytes);
    require(freeDiskBytes >= 0, "freeDiskBytes is not negative, as " + freeDiskBytes + " is");
    require(checkpointCommands > 0, "checkpointCommands is positive, not " + checkpointCommands);
    require(checkpointBytes > 0, "checkpointBytes is positive, not " + checkpointBytes);
  }

  /** These settings with another cache. */
  public BdbSettings withCacheBytes(long bytes) {
    return new BdbSettings(bytes, freeDiskBytes, checkpointCommands, checkpointBytes);
  }

  /** These settings with another amount of disk to leave free. */
  public BdbSettings withFreeDiskBytes(long bytes) {
    return new BdbSettings(cacheBytes, bytes, checkpointCommands, checkpointBytes);
  }

  /** These settings with another distance between checkpoints: whichever is reached first. */
  public BdbSettings withCheckpointEvery(int commands, long bytes) {
    return new BdbSettings(cacheBytes, freeDiskBytes, commands, bytes);
  }

  /** The same for the database, which does not know these settings. */
  DatabaseLimits limits() {
    return new DatabaseLimits(cacheBytes, freeDiskBytes, checkpointCommands, checkpointBytes);
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }
}
