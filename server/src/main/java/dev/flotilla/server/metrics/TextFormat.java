package dev.flotilla.server.metrics;

import dev.flotilla.metrics.Metric;
import java.util.List;

/**
 * The two text formats that Prometheus reads: its own, and OpenMetrics 1.0 for those that accept
 * it.
 */
enum TextFormat {
  PROMETHEUS("text/plain; version=0.0.4; charset=utf-8", ""),
  OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8", "# EOF\n");

  private static final String OPEN_METRICS_TYPE = "application/openmetrics-text";
  private static final String TOTAL = "_total";
  private static final String INFO = "_info";

  private final String contentType;
  private final String end;

  TextFormat(String contentType, String end) {
    this.contentType = contentType;
    this.end = end;
  }

  /** The format for the values of a request's header field {@code Accept}. */
  static TextFormat accepted(List<String> accept) {
    return accept.stream().anyMatch(it -> it.contains(OPEN_METRICS_TYPE))
        ? OPEN_METRICS
        : PROMETHEUS;
  }

  String contentType() {
    return contentType;
  }

  /** What stands after all metrics. */
  String end() {
    return end;
  }

  /** The lines before the series of a metric. */
  String description(Metric metric) {
    String name = metric.text();
    if (this == PROMETHEUS) {
      return "# HELP %s %s\n# TYPE %s %s\n".formatted(name, metric.help(), name, type(metric));
    }
    String family = without(TOTAL, without(INFO, name));
    String type = metric == Metric.INFO ? "info" : type(metric);
    return "# TYPE %s %s\n# HELP %s %s\n".formatted(family, type, family, metric.help());
  }

  private static String type(Metric metric) {
    return switch (metric.kind()) {
      case GAUGE -> "gauge";
      case COUNTER -> "counter";
      case HISTOGRAM -> "histogram";
    };
  }

  private static String without(String suffix, String name) {
    return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
  }
}
