package dev.flotilla.bench.harness.report;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a result directory. Absent fields have defaults; a line that is no JSON, such as the torn
 * last one of a benchmark that was killed, is left out and counted. Each file of lines may be
 * compressed, with {@code .gz} behind its name.
 */
final class ResultReader {
  private static final String RESULTS = "results.jsonl";
  private static final String TABLE = "results.csv";
  private static final String COMPRESSED = ".gz";

  private final Gson gson = new Gson();
  private final Path directory;
  private final List<String> files = new ArrayList<>();
  private int unreadable;

  private ResultReader(Path directory) {
    this.directory = directory;
  }

  /**
   * Everything that was measured into a directory.
   *
   * @throws IOException if it has no file of results, or nothing in any file
   */
  static Results read(Path directory) throws IOException {
    return new ResultReader(directory).read();
  }

  /** The same of runs that were just measured. */
  static Results of(List<RunResult> runs) {
    return new Results(
        Path.of(""),
        runs,
        runs,
        List.of(),
        List.of(),
        List.of(),
        about(runs.stream().map(RunLine::of).toList()),
        0,
        List.of());
  }

  private Results read() throws IOException {
    List<JsonObject> lines = runs();
    List<Window> windows = lines("windows.jsonl", line -> gson.fromJson(line, Window.class));
    List<JsonObject> cold = lines("cold-starts.jsonl", line -> line);
    if (lines.isEmpty() && windows.isEmpty()) {
      throw new IOException(
          directory + " holds no results yet; run the benchmark to its end first");
    }
    return new Results(
        directory,
        lines.stream().flatMap(line -> parsed(line).stream()).toList(),
        lines.stream().flatMap(line -> RunLine.parseWhole(line).stream()).toList(),
        lines(LostRun.FILE, line -> gson.fromJson(line, LostRun.class)),
        windows,
        cold.stream().map(line -> gson.fromJson(line, ColdStart.class)).toList(),
        about(Stream.concat(lines.stream(), cold.stream()).toList()),
        unreadable,
        files);
  }

  /** The run of a line; empty if a field is something else than in any version. */
  private Optional<RunResult> parsed(JsonObject line) {
    try {
      return Optional.of(RunLine.parse(line));
    } catch (RuntimeException damaged) { // of Gson, or of a record that rejects its values
      unreadable++;
      return Optional.empty();
    }
  }

  private List<JsonObject> runs() throws IOException {
    if (file(RESULTS).isPresent()) {
      return lines(RESULTS, line -> line);
    }
    Path table = directory.resolve(TABLE);
    if (!Files.isRegularFile(table)) {
      throw new IOException(
          "%s holds no %s, %s or %s; name the directory of a bench run (its --out)"
              .formatted(directory, RESULTS, RESULTS + COMPRESSED, TABLE));
    }
    files.add(TABLE);
    List<String> lines = Files.readAllLines(table);
    CsvRuns runs = new CsvRuns(lines.isEmpty() ? "" : lines.get(0));
    List<JsonObject> found = new ArrayList<>();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      Optional<JsonObject> run = runs.run(line);
      run.ifPresent(found::add);
      unreadable += run.isPresent() ? 0 : 1;
    }
    return found;
  }

  private static List<AboutSystem> about(List<JsonObject> lines) {
    List<AboutSystem> found = new ArrayList<>();
    for (JsonObject line : lines) {
      AboutSystem about = AboutSystem.of(line);
      if (found.stream().noneMatch(known -> known.system().equals(about.system()))) {
        found.add(about);
      }
    }
    return found;
  }

  private <T> List<T> lines(String name, Function<JsonObject, @Nullable T> read)
      throws IOException {
    Optional<Path> file = file(name);
    if (file.isEmpty()) {
      return List.of();
    }
    files.add(name);
    List<T> found = new ArrayList<>();
    try (BufferedReader text = open(file.get())) {
      for (String line = text.readLine(); line != null; line = text.readLine()) {
        T value = line.isBlank() ? null : parse(line, read);
        if (value != null) {
          found.add(value);
        }
      }
    }
    return found;
  }

  /** The file of that name, or the compressed one. */
  private Optional<Path> file(String name) {
    return Stream.of(name, name + COMPRESSED)
        .map(directory::resolve)
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static BufferedReader open(Path file) throws IOException {
    return file.toString().endsWith(COMPRESSED)
        ? new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))
        : Files.newBufferedReader(file);
  }

  private <T> @Nullable T parse(String line, Function<JsonObject, @Nullable T> read) {
    try {
      return read.apply(JsonParser.parseString(line).getAsJsonObject());
    } catch (JsonParseException | IllegalStateException | NullPointerException torn) {
      unreadable++;
      return null;
    }
  }
}
