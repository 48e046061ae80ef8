package dev.flotilla.bench.harness;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.flotilla.bench.DiskRoom;
import dev.flotilla.bench.FileTree;
import dev.flotilla.bench.harness.report.ReportCommand;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The directory of one benchmark: {@code results.jsonl}, {@code results.csv}, {@code report.md},
 * {@code report.html}, {@code logs/SESSION/}, and {@code data/SESSION/} while a session runs or
 * after it failed; for a preset also {@code plan.json} and {@code iterations.jsonl}.
 */
public final class OutputDirectory {
  private static final String RESULTS = "results.jsonl";
  private static final String TABLE = "results.csv";
  private static final String PLAN = "plan.json";
  private static final String ITERATIONS = "iterations.jsonl";

  private final Path directory;
  private final DiskRoom room;
  private final Gson gson = new GsonBuilder().disableHtmlEscaping().create();

  private OutputDirectory(Path directory, DiskRoom room) {
    this.directory = directory;
    this.room = room;
  }

  /**
   * Makes the directory.
   *
   * @throws IOException if it cannot be written to, or holds results already
   */
  static OutputDirectory create(Path directory) throws IOException {
    return create(directory, DiskRoom.DEFAULT);
  }

  /**
   * Likewise.
   *
   * @param room how much room the disk must have before each session
   */
  static OutputDirectory create(Path directory, DiskRoom room) throws IOException {
    try {
      Files.createDirectories(directory);
      Files.createFile(directory.resolve(RESULTS));
      Files.writeString(directory.resolve(TABLE), ResultTable.head() + "\n");
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          "--out %s holds something already; name a directory that does not exist"
              .formatted(directory),
          e);
    } catch (IOException e) {
      throw new IOException(
          "--out %s cannot be written to; name another directory".formatted(directory), e);
    }
    return new OutputDirectory(directory, room);
  }

  /**
   * Opens the directory of an interrupted experiment. Removes what the interrupted run has left:
   * the servers' data, and a last line that was not written completely.
   *
   * @throws IOException if it cannot be read and written
   */
  static OutputDirectory reopen(Path directory) throws IOException {
    OutputDirectory reopened = new OutputDirectory(directory, DiskRoom.DEFAULT);
    reopened.removeTornLine(directory.resolve(RESULTS));
    reopened.removeTornLine(directory.resolve(ITERATIONS));
    FileTree.delete(directory.resolve("data"));
    StringBuilder table = new StringBuilder(ResultTable.head()).append('\n');
    reopened.results().forEach(run -> table.append(ResultTable.line(run)).append('\n'));
    reopened.write(TABLE, table.toString());
    return reopened;
  }

  private void removeTornLine(Path file) throws IOException {
    if (Files.exists(file)) {
      String text = Files.readString(file);
      if (!text.isEmpty() && !text.endsWith("\n")) {
        Files.writeString(file, text.substring(0, text.lastIndexOf('\n') + 1));
      }
    }
  }

  Path path() {
    return directory;
  }

  /** Makes a directory for results of a kind of their own, if it is not there. */
  public Path makeDirectory(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name)).toAbsolutePath();
  }

  /** Makes a directory for what a session's processes print. */
  public Path makeLogs(String session) throws IOException {
    return Files.createDirectories(directory.resolve("logs").resolve(session));
  }

  /**
   * Makes an empty directory for a session's servers.
   *
   * @throws IOException also if the disk is nearly full
   */
  public Path makeData(String session) throws IOException {
    requireRoom();
    return Files.createDirectories(directory.resolve("data").resolve(session).toAbsolutePath());
  }

  private void requireRoom() throws IOException {
    Optional<String> lack = room.lackBeforeStart(directory);
    if (lack.isPresent()) {
      throw new IOException(lack.get() + ", or use another disk by --out");
    }
  }

  /** Deletes what a session's servers wrote. */
  public void deleteData(String session) throws IOException {
    FileTree.delete(directory.resolve("data").resolve(session));
    try {
      Files.deleteIfExists(directory.resolve("data"));
    } catch (DirectoryNotEmptyException e) {
      // Another session's data are still there; the last session takes the directory along.
    }
  }

  /** Adds one run; a benchmark that is interrupted keeps the runs it has. */
  void append(RunResult result) throws IOException {
    append(RESULTS, result);
    appendLine(TABLE, ResultTable.line(result));
  }

  void append(IterationCount count) throws IOException {
    append(ITERATIONS, count);
  }

  /** Adds one line to another file, which is made if it is not there. */
  void append(String name, Object line) throws IOException {
    appendLine(name, gson.toJson(line));
  }

  private void appendLine(String name, String line) throws IOException {
    Path file = directory.resolve(name);
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw notWritten(file, e);
    }
  }

  void writePlan(ExperimentPlan plan) throws IOException {
    write(PLAN, gson.toJson(plan) + "\n");
  }

  /** Prints the tables and where the results are; writes the tables, and the report as HTML. */
  void report(String markdown, PrintStream out) throws IOException {
    out.print(markdown);
    out.printf("%nResults: %s%n", directory);
    write("report.md", markdown);
    if (hasResults()) {
      out.printf("Report: %s%n", ReportCommand.write(directory, Presets::sections));
    }
    out.flush();
  }

  private void write(String name, String text) throws IOException {
    try {
      Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw notWritten(directory.resolve(name), e);
    }
  }

  private static IOException notWritten(Path file, IOException reason) {
    return new IOException(
        "%s cannot be written: %s; make room on its disk".formatted(file, reason.getMessage()),
        reason);
  }

  /**
   * The plan of the experiment that a directory holds; changes nothing there.
   *
   * @throws IllegalArgumentException if it holds none
   */
  static ExperimentPlan planIn(Path directory) throws IOException {
    if (!Files.isRegularFile(directory.resolve(PLAN))) {
      throw new IllegalArgumentException(
          "--resume %s holds no experiment, because it has no %s; name the --out of an interrupted"
                  .formatted(directory, PLAN)
              + " 'bench run --preset'");
    }
    OutputDirectory looked = new OutputDirectory(directory, DiskRoom.DEFAULT);
    return looked.parse(Files.readString(directory.resolve(PLAN)), ExperimentPlan.class, PLAN);
  }

  /** Whether anything was measured, also in windows. */
  private boolean hasResults() throws IOException {
    return Files.size(directory.resolve(RESULTS)) > 0
        || Files.exists(directory.resolve(PairedBenchmark.WINDOWS));
  }

  /** The runs that are recorded. */
  List<RunResult> results() throws IOException {
    return lines(RESULTS, RunResult.class);
  }

  List<IterationCount> iterationCounts() throws IOException {
    return lines(ITERATIONS, IterationCount.class);
  }

  private <T> List<T> lines(String name, Class<T> type) throws IOException {
    List<T> parsed = new ArrayList<>();
    if (Files.exists(directory.resolve(name))) {
      for (String line : Files.readAllLines(directory.resolve(name))) {
        parsed.add(parse(line, type, name));
      }
    }
    return parsed;
  }

  private <T> T parse(String json, Class<T> type, String name) throws IOException {
    try {
      T parsed = gson.fromJson(json, type);
      if (parsed != null) {
        return parsed;
      }
    } catch (RuntimeException e) { // of Gson, or of a record that rejects its values
      throw new IOException(unreadable(name), e);
    }
    throw new IOException(unreadable(name));
  }

  private String unreadable(String name) {
    return "%s is damaged; remove the damaged line, or begin a new experiment"
        .formatted(directory.resolve(name));
  }
}
