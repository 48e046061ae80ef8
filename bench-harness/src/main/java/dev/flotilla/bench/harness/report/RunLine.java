package dev.flotilla.bench.harness.report;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recorded run as a line of JSON, and what a report asks of it. Stateless. */
final class RunLine {
  private static final Gson GSON = new Gson();

  /** What a run has that lacks fields, as those of older versions do. */
  private static final String DEFAULTS =
      """
      {"preset": "", "system": "unknown", "servers": 1, "clients": 1, "scenario": "0E",
       "trigger": "none", "kills": [], "mode": "steady", "repeat": 1, "valid": true, "errors": {},
       "latencyMicros": {}, "longestWaitMillis": [], "cpuSeconds": {"servers": []},
       "opsPerSecond": [], "environment": {"versions": {}}}
      """;

  private RunLine() {}

  /** The run, with defaults for what it lacks. */
  static RunResult parse(JsonObject line) {
    JsonObject whole = line.deepCopy();
    fill(whole, JsonParser.parseString(DEFAULTS).getAsJsonObject());
    return GSON.fromJson(whole, RunResult.class);
  }

  private static void fill(JsonObject object, JsonObject defaults) {
    for (Map.Entry<String, JsonElement> field : defaults.entrySet()) {
      JsonElement known = object.get(field.getKey());
      if (known == null || known.isJsonNull()) {
        object.add(field.getKey(), field.getValue());
      } else if (known instanceof JsonObject part && field.getValue() instanceof JsonObject more) {
        fill(part, more);
      }
    }
  }

  /** Empty if fields are missing that a run of this version has. */
  static Optional<RunResult> parseWhole(JsonObject line) {
    try {
      return Optional.of(GSON.fromJson(line, RunResult.class));
    } catch (RuntimeException incomplete) { // of Gson, or of a record that rejects its values
      return Optional.empty();
    }
  }

  static JsonObject of(RunResult run) {
    return GSON.toJsonTree(run).getAsJsonObject();
  }

  /** The kills that came before the commands had ended. */
  static List<KillRecord> killsInTime(RunResult run) {
    return run.kills().stream().filter(kill -> !kill.afterEnd()).toList();
  }

  /** Whether servers were killed, all of them before the commands had ended. */
  static boolean hasAllKillsInTime(RunResult run) {
    return !run.kills().isEmpty() && !endedBeforeAKill(run);
  }

  /** Whether a kill was due that did not happen, because the commands had ended. */
  static boolean endedBeforeAKill(RunResult run) {
    return run.kills().stream().anyMatch(KillRecord::afterEnd);
  }

  /** The system without the JVM options that it ran with. */
  static String base(String system) {
    int at = system.indexOf('@');
    return at < 0 ? system : system.substring(0, at);
  }
}
