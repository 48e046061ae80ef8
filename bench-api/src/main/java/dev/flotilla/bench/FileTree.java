package dev.flotilla.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory and what is in it. */
public final class FileTree {
  private FileTree() {}

  /** Deletes a directory with all that is in it; does nothing if it is not there. */
  public static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> found = Files.walk(directory)) {
      for (Path each : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
