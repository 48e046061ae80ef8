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
    Gson gson = new Gson();
    List<JsonFields> lines =
        runs.stream().map(run -> new JsonFields(gson.toJsonTree(run).getAsJsonObject())).toList();
    return new Results(
        Path.of(""),
        lines.stream().map(ResultLine::of).toList(),
        runs,
        List.of(),
        List.of(),
        List.of(),
        about(lines, List.of()),
        0,
        List.of());
  }

  private Results read() throws IOException {
    List<JsonFields> lines = runs();
    List<Window> windows = lines("windows.jsonl", line -> gson.fromJson(line, Window.class));
    List<JsonFields> cold = lines("cold-starts.jsonl", JsonFields::new);
    if (lines.isEmpty() && windows.isEmpty()) {
      throw new IOException(
          directory + " holds no results yet; run the benchmark to its end first");
    }
    return new Results(
        directory,
        lines.stream().map(ResultLine::of).toList(),
        lines.stream().flatMap(line -> run(line).stream()).toList(),
        lines(LostRun.FILE, line -> gson.fromJson(line, LostRun.class)),
        windows,
        cold.stream().map(line -> gson.fromJson(line.object(), ColdStart.class)).toList(),
        about(lines, cold),
        unreadable,
        files);
  }

  private List<JsonFields> runs() throws IOException {
    if (file(RESULTS).isPresent()) {
      return lines(RESULTS, JsonFields::new);
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
    List<JsonFields> found = new ArrayList<>();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      Optional<JsonObject> run = runs.run(line);
      run.map(JsonFields::new).ifPresent(found::add);
      unreadable += run.isPresent() ? 0 : 1;
    }
    return found;
  }

  /** Empty if fields are missing that a run of this version has. */
  private Optional<RunResult> run(JsonFields line) {
    try {
      return Optional.of(gson.fromJson(line.object(), RunResult.class));
    } catch (RuntimeException incomplete) { // of Gson, or of a record that rejects its values
      return Optional.empty();
    }
  }

  private static List<AboutSystem> about(List<JsonFields> lines, List<JsonFields> cold) {
    List<AboutSystem> found = new ArrayList<>();
    for (JsonFields line : Stream.concat(lines.stream(), cold.stream()).toList()) {
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
