package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.LatencyMicros;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run has shown. Immutable but for the histogram.
 *
 * @param load what {@link WebLoad} has counted
 * @param executedTwice requests that web servers have executed more than once
 * @param undone PUT that were executed after one of a newer version
 * @param kills how many web servers were killed
 */
record GatewayFigures(
    LoadResult load, Map<WebRequest, Long> executedTwice, long undone, int kills) {
  /** Requests that a gateway may send again, and that got no answer. */
  static final String FAILED = "failed";

  /** POST without a key that got no answer: nobody knows whether they were executed. */
  static final String UNKNOWN = "unknown";

  /** POST without a key that were executed twice. */
  static final String TWICE = "postTwice";

  /** POST with a key that were executed twice, and answered once. */
  static final String KEYED_TWICE = "keyedPostTwice";

  /** PUT that were undone by an older one. */
  static final String UNDONE = "putUndone";

  /** All requests. */
  static final String SENT = "sent";

  /** Killed web servers. */
  static final String KILLS = "kills";

  private static final double NANOS_PER_SECOND = 1e9;

  /** The run; valid if a request was answered. */
  Measurement measurement(Instant startedAt, CpuSeconds cpu) {
    double seconds = load.nanos() / NANOS_PER_SECOND;
    double perSec = seconds == 0 ? 0 : load.latencies().getTotalCount() / seconds;
    return new Measurement(
            startedAt,
            cpu,
            new Measurement.Answers(
                load.ops(), Map.of(), perSec, LatencyMicros.of(load.latencies()), seconds))
        .valid(load.ops() > 0)
        .figures(byName());
  }

  /** By their names. */
  Map<String, Double> byName() {
    long unanswered = load.errorCount();
    long unknown = load.errors().getOrDefault(WebRequest.POST.name(), 0L);
    Map<String, Double> figures = new TreeMap<>();
    figures.put(SENT, (double) load.ops() + unanswered);
    figures.put(FAILED, (double) unanswered - unknown);
    figures.put(UNKNOWN, (double) unknown);
    figures.put(TWICE, (double) of(executedTwice, WebRequest.POST));
    figures.put(KEYED_TWICE, (double) of(executedTwice, WebRequest.POST_WITH_KEY));
    figures.put(UNDONE, (double) undone);
    figures.put(KILLS, (double) kills);
    return figures;
  }

  private static long of(Map<WebRequest, Long> counts, WebRequest kind) {
    return counts.getOrDefault(kind, 0L);
  }
}
