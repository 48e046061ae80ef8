package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.order.request.RequestCase;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of requests of clients outside of the group, for both cases. Their names have the
 * case in front, such as {@code caseAMeanMicros}.
 */
final class RequestFigures {
  /** What the kinds of rows with the time in a server begin with. */
  static final String SERVER = "server";

  private static final int SIZE = OrderSettings.USUAL_BYTES;
  private static final double MICROS_PER_SECOND = 1e6;

  private final OrderFigures printed;

  RequestFigures(OrderFigures printed) {
    this.printed = printed;
  }

  /** The mean time of a request, with one client. */
  static String meanMicros(RequestCase way) {
    return "case%sMeanMicros".formatted(way);
  }

  /** Its median. */
  static String medianMicros(RequestCase way) {
    return "case%sMicros".formatted(way);
  }

  /** Its 99th percentile. */
  static String p99Micros(RequestCase way) {
    return "case%sP99Micros".formatted(way);
  }

  /** Requests a second of all clients. */
  static String perSec(RequestCase way) {
    return "case%sPerSec".formatted(way);
  }

  /** The mean time from the arrival of a request at a server to its delivery, with all clients. */
  static String serverMicros(RequestCase way, int server) {
    return "case%sServer%sMicros".formatted(way, server);
  }

  /** The times of case A. */
  LatencyMicros latency() {
    return printed.latency(kind("request", RequestCase.A), SIZE);
  }

  /** Requests a second of all clients in case A. */
  double perSec() {
    return perSecOf(RequestCase.A);
  }

  private double perSecOf(RequestCase way) {
    return OrderFigures.tenth(printed.opsPerSec(kind("rate", way), SIZE));
  }

  /** All figures but those of servers; 0 where rows are missing. */
  Map<String, Double> required() {
    Map<String, Double> figures = new TreeMap<>();
    for (RequestCase way : RequestCase.values()) {
      LatencyMicros latency = printed.latency(kind("request", way), SIZE);
      double onePerSec = printed.opsPerSec(kind("one", way), SIZE);
      double mean = onePerSec == 0 ? 0 : MICROS_PER_SECOND / onePerSec;
      figures.put(meanMicros(way), OrderFigures.tenth(mean));
      figures.put(medianMicros(way), latency.p50());
      figures.put(p99Micros(way), latency.p99());
      figures.put(perSec(way), perSecOf(way));
    }
    return figures;
  }

  /** All figures; a server that is asked for nothing has none. */
  Map<String, Double> all(int servers) {
    Map<String, Double> figures = required();
    for (RequestCase way : RequestCase.values()) {
      for (int server = 0; server < servers; server++) {
        String name = serverMicros(way, server);
        printed
            .serverMicros(kind(SERVER, way), server)
            .ifPresent(micros -> figures.put(name, micros));
      }
    }
    return figures;
  }

  private static String kind(String kind, RequestCase way) {
    return kind + way.name().toLowerCase(Locale.ROOT);
  }
}
