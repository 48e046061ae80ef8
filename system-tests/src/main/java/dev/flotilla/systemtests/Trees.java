package dev.flotilla.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories with what is in them. */
public final class Trees {
  private Trees() {}

  /** Copies a directory to a place where there is none. */
  public static void copy(Path from, Path to) throws IOException {
    for (Path source : below(from)) {
      Files.copy(source, to.resolve(from.relativize(source).toString()));
    }
  }

  /** Deletes a directory with all that is in it, if it is there. */
  public static void delete(Path root) throws IOException {
    if (Files.exists(root)) {
      for (Path path : below(root).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** The names of all files, relative to the root, sorted. */
  public static List<String> files(Path root) throws IOException {
    return below(root).stream()
        .filter(Files::isRegularFile)
        .map(path -> root.relativize(path).toString())
        .sorted()
        .toList();
  }

  private static List<Path> below(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.toList();
    }
  }
}
