package dev.flotilla.bench.ratis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Holds the number of the leader that a server knows; the harness has no client of Ratis. */
final class LeaderFile {
  /** What servers are named, before their number. */
  static final String SERVER = "server-";

  private static final String NAME = "leader";

  private LeaderFile() {}

  /** Replaces what the file of a server's directory holds. */
  static void write(Path directory, String leader) throws IOException {
    Path next = directory.resolve(NAME + "-next");
    Files.writeString(next, leader);
    Files.move(
        next,
        directory.resolve(NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Whether the server of this directory knows itself as the leader. */
  static boolean leads(Path directory, int number) {
    try {
      return Files.readString(directory.resolve(NAME)).equals(SERVER + number);
    } catch (IOException e) {
      return false; // it knows none yet
    }
  }
}
