package dev.flotilla.bench.harness.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is the same for all runs of a system in one directory.
 *
 * @param system the system's name
 * @param version its version
 * @param durability what has reached the disk at the answer
 * @param configuration its settings
 * @param environment machine, commit, command line
 */
record AboutSystem(
    String system,
    String version,
    String durability,
    String configuration,
    Map<String, String> environment) {
  private static final String UNKNOWN = "unknown";

  /** Of a run or a cold start, which may lack fields. */
  static AboutSystem of(JsonObject line) {
    Map<String, String> own = texts(line);
    String system = own.getOrDefault("system", UNKNOWN);
    JsonObject environment = part(line, "environment");
    return new AboutSystem(
        system,
        texts(part(environment, "versions")).getOrDefault(system, ""),
        own.getOrDefault("durability", UNKNOWN),
        own.getOrDefault("configuration", UNKNOWN),
        texts(environment));
  }

  private static JsonObject part(JsonObject whole, String name) {
    return whole.get(name) instanceof JsonObject part ? part : new JsonObject();
  }

  /** The fields that are plain values. */
  private static Map<String, String> texts(JsonObject object) {
    Map<String, String> found = new TreeMap<>();
    for (Map.Entry<String, JsonElement> field : object.entrySet()) {
      if (field.getValue().isJsonPrimitive()) {
        found.put(field.getKey(), field.getValue().getAsString());
      }
    }
    return found;
  }
}
