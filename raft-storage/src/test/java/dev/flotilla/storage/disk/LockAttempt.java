package dev.flotilla.storage.disk;

import java.io.IOException;
import java.nio.file.Path;

/** A program that tries to lock a directory once. */
final class LockAttempt {
  static final int TAKEN = 40;
  static final int IN_USE = 41;

  private LockAttempt() {}

  public static void main(String[] arguments) throws IOException {
    try {
      new FileDisk(Path.of(arguments[0])).lock("lock").close();
    } catch (DiskInUse e) {
      System.exit(IN_USE);
    }
    System.exit(TAKEN);
  }
}
