package dev.flotilla.bench.harness;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.flotilla.bench.result.RunResult;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The directory of one benchmark: {@code results.jsonl}, {@code report.md}, {@code logs/SESSION/},
 * and {@code data/SESSION/} while a session runs or after it failed.
 */
final class OutputDirectory {
  private static final String RESULTS = "results.jsonl";

  private final Path directory;
  private final Gson gson = new GsonBuilder().disableHtmlEscaping().create();

  private OutputDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes the directory.
   *
   * @throws IOException if it cannot be written to, or holds results already
   */
  static OutputDirectory create(Path directory) throws IOException {
    try {
      Files.createDirectories(directory);
      Files.createFile(directory.resolve(RESULTS));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          "--out %s holds something already; name a directory that does not exist"
              .formatted(directory),
          e);
    } catch (IOException e) {
      throw new IOException(
          "--out %s cannot be written to; name another directory".formatted(directory), e);
    }
    return new OutputDirectory(directory);
  }

  Path path() {
    return directory;
  }

  Path makeLogs(BenchmarkPlan.Session session) throws IOException {
    return Files.createDirectories(directory.resolve("logs").resolve(session.label()));
  }

  Path makeData(BenchmarkPlan.Session session) throws IOException {
    return Files.createDirectories(
        directory.resolve("data").resolve(session.label()).toAbsolutePath());
  }

  /** Deletes what a session's servers wrote. */
  void deleteData(BenchmarkPlan.Session session) throws IOException {
    Files.walkFileTree(directory.resolve("data").resolve(session.label()), new Deletion());
    try {
      Files.deleteIfExists(directory.resolve("data"));
    } catch (DirectoryNotEmptyException e) {
      // Another session's data are still there; the last session takes the directory along.
    }
  }

  /** Adds one line; a benchmark that is interrupted keeps the lines it has. */
  void append(RunResult result) throws IOException {
    append(RESULTS, result);
  }

  /** Adds one line to another file, which is made if it is not there. */
  void append(String file, Object line) throws IOException {
    try (BufferedWriter out =
        Files.newBufferedWriter(
            directory.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write(gson.toJson(line));
      out.newLine();
    }
  }

  void writeReport(String report) throws IOException {
    Files.writeString(directory.resolve("report.md"), report);
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(visited);
      return FileVisitResult.CONTINUE;
    }
  }
}
