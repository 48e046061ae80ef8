package dev.flotilla.bench.harness.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of {@code results.csv} as those of {@code results.jsonl}. The table has no environment,
 * one sum for the processor time of all servers, and of each client's longest wait only the longest
 * of all.
 */
final class CsvRuns {
  private static final Pattern CELL =
      Pattern.compile("(?:\"((?:[^\"]++|\"\")*+)\"|([^,]*))(?:,|$)");
  private static final Pattern COUNT = Pattern.compile("(.+?):([0-9.E-]+)(?: |$)");
  private static final Map<String, String> LATENCIES =
      Map.of(
          "mean", "meanMicros",
          "p50", "p50Micros",
          "p90", "p90Micros",
          "p99", "p99Micros",
          "max", "maxMicros");
  private static final Map<String, String> KILL =
      Map.of(
          "role", "Role",
          "server", "Server",
          "atMillis", "AtMillis",
          "acknowledgedShare", "AcknowledgedShare",
          "afterEnd", "AfterEnd");

  private final List<String> columns;

  /** A table with these names in its first line. */
  CsvRuns(String head) {
    this.columns = cells(head);
  }

  /** The run of a line; empty if cells are missing, as in a torn last line. */
  Optional<JsonObject> run(String line) {
    List<String> cells = cells(line);
    if (cells.size() != columns.size()) {
      return Optional.empty();
    }
    Map<String, String> row = new LinkedHashMap<>();
    Iterator<String> cell = cells.iterator();
    columns.forEach(column -> row.put(column, cell.next()));
    return Optional.of(run(row));
  }

  private static JsonObject run(Map<String, String> row) {
    JsonObject run = new JsonObject();
    row.forEach(run::addProperty);
    run.addProperty("configuration", "unknown");
    run.add("errors", counts(row.getOrDefault("errorKinds", "")));
    run.add("figures", counts(row.getOrDefault("figures", "")));
    run.add("latencyMicros", part(row, "", LATENCIES));
    run.add("longestWaitMillis", array(run, "longestWaitMillis"));
    JsonObject cpu = new JsonObject();
    cpu.add("clients", run.get("clientCpuSeconds"));
    cpu.add("servers", array(run, "serverCpuSeconds"));
    cpu.add("others", run.get("otherCpuSeconds"));
    run.add("cpuSeconds", cpu);
    JsonArray kills = new JsonArray();
    for (int nth = 1; !row.getOrDefault("kill" + nth + "Role", "").isEmpty(); nth++) {
      kills.add(part(row, "kill" + nth, KILL));
    }
    run.add("kills", kills);
    run.add("opsPerSecond", new JsonArray());
    run.add("environment", environment(row.getOrDefault("preset", "")));
    return run;
  }

  private static JsonObject environment(String preset) {
    JsonObject environment = new JsonObject();
    environment.addProperty("machine", "unknown");
    environment.addProperty("gitCommit", "unknown");
    environment.add("versions", new JsonObject());
    String option = preset.isEmpty() ? "" : " --preset " + preset;
    environment.addProperty("commandLine", "flotilla bench run" + option);
    return environment;
  }

  private static JsonObject part(
      Map<String, String> row, String prefix, Map<String, String> names) {
    JsonObject part = new JsonObject();
    names.forEach((name, column) -> part.addProperty(name, row.get(prefix + column)));
    return part;
  }

  private static JsonArray array(JsonObject run, String column) {
    JsonArray one = new JsonArray();
    one.add(run.get(column));
    return one;
  }

  /** Of {@code NAME:NUMBER NAME:NUMBER}; a name may have spaces. */
  private static JsonObject counts(String text) {
    JsonObject counts = new JsonObject();
    Matcher count = COUNT.matcher(text);
    while (count.find()) {
      counts.addProperty(count.group(1), count.group(2));
    }
    return counts;
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    Matcher cell = CELL.matcher(line);
    while (cell.find() && cell.start() < line.length()) {
      String quoted = cell.group(1);
      cells.add(quoted == null ? cell.group(2) : quoted.replace("\"\"", "\""));
    }
    if (line.endsWith(",")) {
      cells.add("");
    }
    return cells;
  }
}
