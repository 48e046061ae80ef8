package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.Room;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much is free on the file system of a database. Berkeley DB's own limit looks every few
 * seconds only, and then refuses what was accepted; one that meets the end of the disk is lost to
 * its process.
 */
final class FreeDisk {
  private final FileStore store;
  private final long enoughBytes;

  private FreeDisk(FileStore store, long enoughBytes) {
    this.store = store;
    this.enoughBytes = enoughBytes;
  }

  /**
   * For a database that is to leave some bytes free.
   *
   * @param enoughBytes the second half of them is for what was accepted before, and for what
   *     Berkeley DB writes by itself
   */
  static FreeDisk of(Path directory, long enoughBytes) throws IOException {
    return new FreeDisk(Files.getFileStore(directory), enoughBytes);
  }

  Room room() {
    try {
      long usable = store.getUsableSpace();
      if (usable >= enoughBytes) {
        return Room.ENOUGH;
      }
      return usable >= enoughBytes / 2 ? Room.LITTLE : Room.NONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
