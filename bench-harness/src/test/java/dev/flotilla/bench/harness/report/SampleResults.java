package dev.flotilla.bench.harness.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.flotilla.bench.harness.paired.ProcessUse;
import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.result.LatencyMicros;
import java.util.List;
import java.util.Map;

/** Lines of results for tests. */
final class SampleResults {
  private SampleResults() {}

  /** A line as it is without failures and presets. */
  static JsonObject run(String system, int servers, int clients, int repeat, double throughput) {
    JsonObject line = new JsonObject();
    line.addProperty("system", system);
    line.addProperty("servers", servers);
    line.addProperty("clients", clients);
    line.addProperty("scenario", "0E");
    line.addProperty("mode", "paper");
    line.addProperty("repeat", repeat);
    line.addProperty("ops", 120 * clients);
    line.addProperty("throughputOpsPerSec", throughput);
    line.addProperty("durationSeconds", 120 * clients / throughput);
    JsonObject latency = new JsonObject();
    for (String name : List.of("mean", "p50", "p99", "max")) {
      latency.addProperty(name, clients / throughput * 1e6);
    }
    line.add("latencyMicros", latency);
    return line;
  }

  /** A line of the preset paper with one kill. */
  static JsonObject failure(
      String system, String scenario, String trigger, int repeat, double throughput) {
    JsonObject line = run(system, 3, 5, repeat, throughput);
    line.addProperty("scenario", scenario);
    line.addProperty("trigger", trigger);
    line.addProperty("preset", "paper");
    line.addProperty("valid", true);
    line.addProperty("silenceMillis", 200 + repeat);
    JsonArray waits = new JsonArray();
    waits.add(310.0);
    line.add("longestWaitMillis", waits);
    JsonObject kill = new JsonObject();
    kill.addProperty("role", "leader");
    kill.addProperty("atMillis", 500);
    kill.addProperty("acknowledgedShare", 0.25);
    kill.addProperty("afterEnd", false);
    JsonArray kills = new JsonArray();
    kills.add(kill);
    line.add("kills", kills);
    return line;
  }

  /** The same, but the commands had ended when the kill was due. */
  static JsonObject endedEarly(
      String system, String scenario, String trigger, int repeat, double throughput) {
    JsonObject line = failure(system, scenario, trigger, repeat, throughput);
    JsonObject kill = line.getAsJsonArray("kills").get(0).getAsJsonObject();
    kill.addProperty("acknowledgedShare", 1.0);
    kill.addProperty("afterEnd", true);
    return line;
  }

  /** A run without failures that has as many commands as those with kills by progress. */
  static JsonObject baseline(String system, int repeat, double throughput) {
    JsonObject line = run(system, 3, 5, repeat, throughput);
    line.addProperty("trigger", "progress");
    line.addProperty("preset", "paper");
    return line;
  }

  static Window window(String system, int round, double throughput) {
    return new Window(
        system,
        3,
        5,
        0,
        1,
        round,
        1,
        "2026-01-01T00:00:00Z",
        2,
        (long) (2 * throughput),
        Map.of(),
        throughput,
        new LatencyMicros(500, 450, 700, 900, 2_000),
        List.of(new ProcessUse(system + "-clients", 1.5, 4_000, 0.3, 0.1, 80_000)),
        0.01,
        0.05,
        600,
        false);
  }
}
