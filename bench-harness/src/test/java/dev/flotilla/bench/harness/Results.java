package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.Environment;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Map;

/** Results that no run has made. */
final class Results {
  private Results() {}

  static RunResult of(Cell cell, int repeat, boolean valid) {
    return of(cell, repeat, valid, 100, List.of());
  }

  static RunResult of(
      Cell cell, int repeat, boolean valid, double silenceMillis, List<KillRecord> kills) {
    return new RunResult(
        "paper",
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        kills,
        "paper",
        repeat,
        120,
        valid,
        117,
        Map.of("unknown-lost", 2L, "refused, busy", 1L),
        1_000.0 * repeat,
        new LatencyMicros(10, 20, 30, 40, 50),
        silenceMillis,
        List.of(7.0, 9.5),
        new CpuSeconds(1, List.of(2.0), 0.5),
        10,
        List.of(),
        null,
        "2025-01-01T00:00:00Z",
        "it is durable",
        "as it comes",
        new Environment("cpu", 2, 1_000, "ext4", "jdk", "os", Map.of(), "abc", "words"),
        Map.of());
  }
}
