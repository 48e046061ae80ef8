package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.Environment;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Map;

/**
 * A run of Flotilla as a preset records it, for tests of reports.
 *
 * @param clients how many
 * @param repeat from 1
 * @param opsPerSec acknowledged commands a second
 * @param meanMillis the mean latency; the percentiles are 0.9, 2 and 3 times as long
 */
public record RecordedRun(
    String preset,
    int servers,
    int clients,
    String scenario,
    int repeat,
    double opsPerSec,
    double meanMillis) {
  /** A run with 10 clients. */
  public RecordedRun(
      String preset,
      int servers,
      String scenario,
      int repeat,
      double opsPerSec,
      double meanMillis) {
    this(preset, servers, 10, scenario, repeat, opsPerSec, meanMillis);
  }

  /** Without figures of its own. */
  public RunResult plain() {
    return with(100, Map.of());
  }

  /** With further figures. */
  public RunResult with(double silenceMillis, Map<String, Double> figures) {
    return result(true, silenceMillis, figures);
  }

  /** A run that is not valid. */
  public RunResult invalid() {
    return result(false, 0, Map.of());
  }

  private RunResult result(boolean valid, double silenceMillis, Map<String, Double> figures) {
    double mean = meanMillis * 1_000;
    return new RunResult(
        preset,
        "flotilla",
        servers,
        clients,
        scenario,
        "none",
        List.of(),
        "paper",
        repeat,
        1_000,
        valid,
        10_000,
        Map.of("unknown-timeout", 1L),
        opsPerSec,
        new LatencyMicros(mean, 0.9 * mean, 2 * mean, 3 * mean, 4 * mean),
        silenceMillis,
        List.of(110.0),
        new CpuSeconds(2, List.of(3.0, 2.0, 2.0), 0.5),
        10_000 / opsPerSec,
        List.of(),
        null,
        "2026-01-01T00:00:00Z",
        "a majority of the servers has forced the log",
        "defaults",
        new Environment(
            "cpu", 2, 8_000, "ext4", "jdk", "os", Map.of("flotilla", "1"), "abc", "bench run"),
        figures);
  }
}
