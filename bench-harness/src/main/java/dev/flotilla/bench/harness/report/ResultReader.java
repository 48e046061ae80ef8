package dev.flotilla.bench.harness.report;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a result directory. Absent fields have defaults; a line that is no JSON, such as the torn
 * last one of a benchmark that was killed, is left out and counted.
 */
final class ResultReader {
  private final Gson gson = new Gson();
  private int unreadable;

  private ResultReader() {}

  /**
   * Everything that was measured into a directory.
   *
   * @throws IOException if there is no {@code results.jsonl}, or nothing in any file
   */
  static Results read(Path directory) throws IOException {
    Path results = directory.resolve("results.jsonl");
    if (!Files.isRegularFile(results)) {
      throw new IOException(
          directory + " holds no results.jsonl; name the directory of a bench run (its --out)");
    }
    ResultReader reader = new ResultReader();
    List<JsonFields> lines = reader.lines(results, JsonFields::new);
    List<Window> windows =
        reader.lines(
            directory.resolve("windows.jsonl"), line -> reader.gson.fromJson(line, Window.class));
    List<JsonFields> cold = reader.lines(directory.resolve("cold-starts.jsonl"), JsonFields::new);
    if (lines.isEmpty() && windows.isEmpty()) {
      throw new IOException(results + " holds no results yet; run the benchmark to its end first");
    }
    return new Results(
        directory,
        lines.stream().map(ResultLine::of).toList(),
        lines.stream().flatMap(line -> reader.run(line).stream()).toList(),
        reader.lines(
            directory.resolve(LostRun.FILE), line -> reader.gson.fromJson(line, LostRun.class)),
        windows,
        cold.stream().map(line -> reader.gson.fromJson(line.object(), ColdStart.class)).toList(),
        about(lines, cold),
        reader.unreadable,
        files(directory));
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

  private <T> List<T> lines(Path file, Function<JsonObject, @Nullable T> read) throws IOException {
    List<T> found = new ArrayList<>();
    if (Files.isRegularFile(file)) {
      for (String line : Files.readAllLines(file)) {
        T value = line.isBlank() ? null : parse(line, read);
        if (value != null) {
          found.add(value);
        }
      }
    }
    return found;
  }

  private <T> @Nullable T parse(String line, Function<JsonObject, @Nullable T> read) {
    try {
      return read.apply(JsonParser.parseString(line).getAsJsonObject());
    } catch (JsonParseException | IllegalStateException | NullPointerException torn) {
      unreadable++;
      return null;
    }
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> found = Files.list(directory)) {
      return found
          .map(path -> path.getFileName() + (Files.isDirectory(path) ? "/" : ""))
          .sorted()
          .toList();
    }
  }
}
