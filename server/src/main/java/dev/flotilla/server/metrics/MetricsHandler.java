package dev.flotilla.server.metrics;

import dev.flotilla.dpws.http.HttpExchange;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.metrics.ServerHealth;
import dev.flotilla.metrics.ServerMetrics;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Answers requests: three paths, and no other. On the event loop of {@link MetricsServer}. */
final class MetricsHandler implements Consumer<HttpExchange> {
  private static final String ACCEPT = "Accept";

  private final Supplier<ServerMetrics> metrics;
  private final Supplier<ServerHealth> health;
  private final PrometheusText prometheus = new PrometheusText(TextFormat.PROMETHEUS);
  private final PrometheusText openMetrics = new PrometheusText(TextFormat.OPEN_METRICS);

  MetricsHandler(Supplier<ServerMetrics> metrics, Supplier<ServerHealth> health) {
    this.metrics = metrics;
    this.health = health;
  }

  @Override
  public void accept(HttpExchange exchange) {
    switch (exchange.path()) {
      case "/metrics", "/livez", "/readyz" -> {
        if (!exchange.method().equals("GET")) {
          exchange.answer(405, "only GET is allowed here", "Allow: GET");
          return;
        }
        switch (exchange.path()) {
          case "/metrics" -> metrics(exchange);
          case "/livez" -> health(exchange, health.get().isLive(), "live");
          default -> health(exchange, health.get().isReady(), "ready");
        }
      }
      default -> exchange.answer(404, "there is only /metrics, /livez and /readyz");
    }
  }

  private void metrics(HttpExchange exchange) {
    PrometheusText text =
        switch (TextFormat.accepted(exchange.header(ACCEPT))) {
          case PROMETHEUS -> prometheus;
          case OPEN_METRICS -> openMetrics;
        };
    exchange.answer(200, HttpResource.of(text.contentType(), text.write(metrics.get())));
  }

  private void health(HttpExchange exchange, boolean isWell, String word) {
    List<String> problems = health.get().problems();
    StringBuilder text = new StringBuilder(isWell ? word : "not " + word).append('\n');
    problems.forEach(it -> text.append(it).append('\n'));
    if (isWell) {
      exchange.answer(200, HttpResource.text(text.toString()));
    } else {
      exchange.answer(503, text.toString());
    }
  }
}
