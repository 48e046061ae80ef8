package dev.flotilla.node.statemachine;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * How much is free on the file system of a state: what a machine on disk answers {@link
 * StateMachine#room} with, so that a full disk refuses commands instead of stopping the node
 * (safety rule 11). Any thread; asking is one call of the operating system.
 */
public final class FreeDisk {
  private final LongSupplier usableBytes;

  /**
   * Of what is measured in another way.
   *
   * @param usableBytes how much is free now
   */
  public FreeDisk(LongSupplier usableBytes) {
    this.usableBytes = usableBytes;
  }

  /**
   * Of the file system that holds a directory; as much as there are numbers where nobody can say,
   * as in some containers, whose mounts cannot be seen.
   */
  public static FreeDisk of(Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      return new FreeDisk(() -> usableBytes(store));
    } catch (IOException e) {
      return new FreeDisk(() -> Long.MAX_VALUE);
    }
  }

  private static long usableBytes(FileStore store) {
    try {
      return store.getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Compares it with what is to stay free.
   *
   * @param enoughBytes the second half of them is for what was accepted before, and for what the
   *     machine writes by itself: below it there is no room
   */
  public Room room(long enoughBytes) {
    long usable = usableBytes.getAsLong();
    if (usable >= enoughBytes) {
      return Room.ENOUGH;
    }
    return usable >= enoughBytes / 2 ? Room.LITTLE : Room.NONE;
  }
}
