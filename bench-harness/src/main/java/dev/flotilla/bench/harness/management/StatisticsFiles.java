package dev.flotilla.bench.harness.management;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that managers ask for, all in one directory. One thread at a time. */
final class StatisticsFiles {
  static final int MAX_FILES = 100;

  private static final Pattern NAME =
      Pattern.compile(
          "[A-Za-z0-9_-][A-Za-z0-9._-]{0,%s}"
              .formatted(ManagementOperations.MAX_FILE_NAME_CHARS - 1));

  private final Path directory;

  StatisticsFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * The file of a name, not written yet.
   *
   * @throws IllegalArgumentException if the name could be a path
   */
  Path file(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "file name '%s' is rejected; use letters, digits, dot, - and _, and no dot in front"
              .formatted(name));
    }
    return directory.resolve(name);
  }

  /**
   * Writes a file, in place of one that has the name.
   *
   * @throws IOException if there are too many, or the directory cannot be written
   */
  void write(Path file, String text) throws IOException {
    if (!Files.exists(file) && count() >= MAX_FILES) {
      throw new IOException(
          "%s holds %s files, the most; move them away".formatted(directory, MAX_FILES));
    }
    Files.writeString(file, text);
  }

  private long count() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }
}
