package dev.flotilla.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.metrics.Histogram;
import dev.flotilla.metrics.Metric;
import dev.flotilla.metrics.Sample;
import dev.flotilla.metrics.ServerHealth;
import dev.flotilla.metrics.ServerMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code /metrics} and the probes answer. */
class MetricsServerTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final double VALUE = 7.5;

  private volatile ServerHealth health = new ServerHealth(true, true, List.of());
  private MetricsServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        MetricsServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            List.of(),
            MetricsServerTest::allMetrics,
            () -> health);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void eachMetricHasHelpTypeAndSamples() throws Exception {
    HttpResponse<String> answer = get("/metrics");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Connection")).isEmpty();
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    for (Metric metric : Metric.values()) {
      String kind = metric.kind().name().toLowerCase(java.util.Locale.ROOT);
      assertThat(answer.body().lines())
          .contains("# HELP %s %s".formatted(metric.text(), metric.help()))
          .contains("# TYPE %s %s".formatted(metric.text(), kind));
      String sample = metric.text() + (metric.kind() == Metric.Kind.HISTOGRAM ? "_count" : "");
      assertThat(answer.body().lines())
          .anyMatch(it -> it.startsWith(sample + "{") && it.contains("group=\"hall\""));
    }
    assertThat(answer.body()).contains("flotilla_term{group=\"hall\",member=\"urn:m\"} 7.5\n");
  }

  @Test
  void bucketsOfAHistogramAddUp() throws Exception {
    assertThat(get("/metrics").body())
        .contains("flotilla_fsync_seconds_bucket{group=\"hall\",member=\"urn:m\",le=\"0.001\"} 2")
        .contains("flotilla_fsync_seconds_bucket{group=\"hall\",member=\"urn:m\",le=\"0.01\"} 5")
        .contains("flotilla_fsync_seconds_bucket{group=\"hall\",member=\"urn:m\",le=\"+Inf\"} 6")
        .contains("flotilla_fsync_seconds_count{group=\"hall\",member=\"urn:m\"} 6")
        .contains("flotilla_fsync_seconds_sum{group=\"hall\",member=\"urn:m\"} 1.5");
  }

  @Test
  void openMetricsIsSentToThoseThatAcceptIt() throws Exception {
    HttpResponse<String> answer =
        CLIENT.send(
            request("/metrics")
                .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                .build(),
            BodyHandlers.ofString());

    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/openmetrics-text");
    assertThat(answer.body()).endsWith("# EOF\n");
  }

  @Test
  void theProbesAnswerByHealth() throws Exception {
    assertThat(get("/livez").statusCode()).isEqualTo(200);
    assertThat(get("/readyz").body()).isEqualTo("ready\n");

    health = new ServerHealth(true, false, List.of("no leader"));
    assertThat(get("/livez").statusCode()).isEqualTo(200);
    HttpResponse<String> notReady = get("/readyz");
    assertThat(notReady.statusCode()).isEqualTo(503);
    assertThat(notReady.body()).contains("not ready").contains("no leader");

    health = new ServerHealth(false, false, List.of("failed"));
    assertThat(get("/livez").statusCode()).isEqualTo(503);
  }

  @Test
  void otherPathsAndMethodsAreRefused() throws Exception {
    assertThat(get("/").statusCode()).isEqualTo(404);
    HttpResponse<String> posted =
        CLIENT.send(
            request("/metrics").POST(HttpRequest.BodyPublishers.ofString("x")).build(),
            BodyHandlers.ofString());
    assertThat(posted.statusCode()).isEqualTo(405);
    assertThat(posted.headers().firstValue("Allow")).hasValue("GET");
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return CLIENT.send(request(path).build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url().toString()).resolve(path));
  }

  private static ServerMetrics allMetrics() {
    List<Sample> samples = new ArrayList<>();
    List<Histogram> histograms = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      if (metric.kind() == Metric.Kind.HISTOGRAM) {
        histograms.add(
            new Histogram(
                metric,
                List.of(new Histogram.Bucket(0.001, 2), new Histogram.Bucket(0.01, 3)),
                6,
                1.5));
      } else {
        samples.add(new Sample(metric, Collections.nCopies(metric.labels().size(), "some"), VALUE));
      }
    }
    return new ServerMetrics("hall", "urn:m", samples, histograms);
  }
}
