package dev.flotilla.kit.harness;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Directories as a crash would leave them.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public final class DirectoryCopy {
  /** A machine may have a thread that writes at any time. */
  private static final int MAX_ATTEMPTS = 20;

  private DirectoryCopy() {}

  /**
   * Copies all files, as one moment had them if that can be had: while they change, it is tried
   * again.
   */
  public static void make(Path from, Path to) throws IOException {
    for (int attempt = 1; ; attempt++) {
      List<String> before = state(from);
      copy(from, to);
      if (before.equals(state(from)) || attempt == MAX_ATTEMPTS) {
        return;
      }
      delete(to);
    }
  }

  public static void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** All files that are not empty, in one order. */
  public static List<Path> files(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).filter(DirectoryCopy::isFilled).sorted().toList();
    }
  }

  private static boolean isFilled(Path file) {
    return file.toFile().length() > 0;
  }

  private static List<String> state(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> file + " " + file.toFile().length() + " " + file.toFile().lastModified())
          .sorted()
          .toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            try {
              Files.copy(file, to.resolve(from.relativize(file)));
            } catch (NoSuchFileException e) {
              // Deleted meanwhile; the copy is compared afterwards.
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
  }
}
