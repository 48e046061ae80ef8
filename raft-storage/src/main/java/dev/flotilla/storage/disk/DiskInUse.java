package dev.flotilla.storage.disk;

import java.io.IOException;

/** A lock is taken: another server lives in the directory. */
public final class DiskInUse extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Says which lock.
   *
   * @param location the directory
   * @param name the lock's file
   */
  public DiskInUse(String location, String name) {
    super("the lock '" + name + "' in " + location + " is taken");
  }
}
