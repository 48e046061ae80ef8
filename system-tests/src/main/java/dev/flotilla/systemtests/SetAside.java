package dev.flotilla.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What servers have set aside as damaged, themselves or by their state machines. Whoever harms no
 * file must find nothing of it: a server that comes back by itself would hide a fault otherwise.
 * Any thread.
 */
public final class SetAside {
  private static final String DAMAGED = "damaged";
  private static final String MACHINE = "machine";

  private SetAside() {}

  /**
   * Looks into data directories.
   *
   * @throws IOException if something was set aside, naming it
   */
  public static void requireNone(List<Path> dataDirectories) throws IOException {
    for (Path directory : dataDirectories) {
      requireNone(directory);
      Path machine = directory.resolve(MACHINE);
      if (Files.isDirectory(machine)) {
        requireNone(machine);
      }
    }
  }

  private static void requireNone(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      List<Path> damaged =
          children.filter(child -> child.getFileName().toString().startsWith(DAMAGED)).toList();
      if (!damaged.isEmpty()) {
        throw new IOException("set aside as damaged, though nobody has harmed it: " + damaged);
      }
    }
  }
}
