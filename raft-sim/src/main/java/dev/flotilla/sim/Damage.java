package dev.flotilla.sim;

import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import java.io.IOException;
import java.util.List;
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
   * @param promisedIndex up to where anything may rest on its log: what was written behind it, and
   *     not forced when the process ended, may go
   * @throws Violation if it would start, and would have forgotten something
   */
  boolean isBorne(MemoryDisk disk, long promisedIndex, SplittableRandom random) {
    MemoryDisk damaged = disk.copy();
    strike(damaged);
    try {
      Found sound = Found.on(disk.copy(), random);
      Found found = Found.on(damaged, random);
      if (!found.equals(sound) && !found.isAllThatWasPromised(sound, promisedIndex)) {
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

  /** What a server finds on its disk. */
  private record Found(
      Member member, TermAndVote vote, List<LogPosition> termStarts, long lastIndex) {
    static Found on(MemoryDisk disk, SplittableRandom random) throws IOException {
      try (DataDirectory directory = SimulatedServer.open(disk, random)) {
        return new Found(
            directory.identity().member(),
            directory.votes().current(),
            directory.log().recovered().termStarts(),
            directory.log().lastIndex());
      }
    }

    boolean isAllThatWasPromised(Found sound, long promisedIndex) {
      return member.equals(sound.member)
          && vote.equals(sound.vote)
          && termStarts.equals(
              sound.termStarts.stream().filter(it -> it.index() <= lastIndex).toList())
          && lastIndex >= Math.min(promisedIndex, sound.lastIndex);
    }
  }
}
