package dev.flotilla.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How much room a disk must have for servers. Any thread.
 *
 * @param startBytes before servers are started
 * @param runBytes while servers run; with less, some refuse commands or end
 */
public record DiskRoom(long startBytes, long runBytes) {
  /** ZooKeeper alone allocates 64 MB for each server before it serves. */
  public static final DiskRoom DEFAULT = new DiskRoom(1L << 30, 64L << 20);

  private static final long BYTES_PER_MEGABYTE = 1L << 20;

  /**
   * Why no server can be started.
   *
   * @param directory on the disk; it exists
   * @return directory, room and limit in words; empty if there is enough
   * @throws IOException if the directory cannot be read
   */
  public Optional<String> lackBeforeStart(Path directory) throws IOException {
    return lack(directory, startBytes, "a server may need");
  }

  /**
   * Why what runs is not to be measured.
   *
   * @param directory on the disk; it exists
   * @return directory, room and limit in words; empty if there is enough
   * @throws IOException if the directory cannot be read
   */
  public Optional<String> lackDuringRun(Path directory) throws IOException {
    return lack(directory, runBytes, "running servers need");
  }

  private static Optional<String> lack(Path directory, long bytes, String need) throws IOException {
    long usable = Files.getFileStore(directory).getUsableSpace();
    if (usable >= bytes) {
      return Optional.empty();
    }
    return Optional.of(
        "the disk of %s has %s MB left, but %s %s MB; make room"
            .formatted(directory, usable / BYTES_PER_MEGABYTE, need, bytes / BYTES_PER_MEGABYTE));
  }
}
