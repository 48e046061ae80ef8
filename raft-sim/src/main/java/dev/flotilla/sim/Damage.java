package dev.flotilla.sim;

import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.node.log.DamagedLog;
import dev.flotilla.node.log.DataDirectory;
import dev.flotilla.node.log.DirectoryRefused;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * One byte of a disk that has changed while nobody ran on it.
 *
 * @param file the file
 * @param offset the place in it
 * @param bits those that turn over
 */
record Damage(String file, int offset, int bits) {
  /**
   * The damage at a place.
   *
   * @param where from 0 to 1, of all bytes of the disk
   */
  static Damage at(MemoryDisk disk, double where, int bits) {
    long all = disk.list().stream().mapToLong(name -> disk.bytes(name).length).sum();
    long at = (long) (where * all);
    for (String name : disk.list()) {
      int length = disk.bytes(name).length;
      if (at < length) {
        return new Damage(name, (int) at, bits);
      }
      at -= length;
    }
    throw new IllegalStateException("an empty disk");
  }

  void strike(MemoryDisk disk) {
    disk.flip(file, offset, bits);
  }

  /**
   * Whether a server on this disk would come back whole after this damage, or refuse to start.
   *
   * @throws Violation if it would start, and would have forgotten something
   */
  boolean isBorne(MemoryDisk disk, SplittableRandom random) {
    MemoryDisk damaged = disk.copy();
    strike(damaged);
    try {
      String sound = holdings(disk.copy(), random);
      String found = holdings(damaged, random);
      if (!found.equals(sound)) {
        throw new Violation(
            "damage-is-noticed", this + " leaves " + found + " of " + sound + " without a word");
      }
      return true;
    } catch (IOException e) {
      if (!isRefusal(e)) {
        throw new Violation("damage-is-noticed", this + " leads to " + e);
      }
      return false;
    }
  }

  /** Whether a server refused to start because something is lost. */
  static boolean isRefusal(IOException e) {
    return e instanceof DamagedLog
        || (e instanceof DirectoryRefused refused
            && refused.reason() == DirectoryRefused.Reason.DAMAGED);
  }

  private static String holdings(MemoryDisk disk, SplittableRandom random) throws IOException {
    try (DataDirectory directory = SimulatedServer.open(disk, random)) {
      return directory.identity().member()
          + ", "
          + directory.votes().current()
          + ", "
          + directory.log().recovered().termStarts()
          + " up to "
          + directory.log().lastIndex();
    }
  }
}
