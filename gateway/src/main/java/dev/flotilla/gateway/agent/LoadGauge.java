package dev.flotilla.gateway.agent;

import com.sun.management.OperatingSystemMXBean;
import dev.flotilla.dpws.HostPort;
import dev.flotilla.gateway.backend.LoadReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Measures a host, and asks its web server. Blocks; one thread. */
final class LoadGauge {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final int FIRST_FAILURE_STATUS = 500;
  private static final int FULL = 1_000;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final HostPort server;
  private final String probePath;
  private final String countPath;

  LoadGauge(HostPort server, String probePath, String countPath) {
    this.server = server;
    this.probePath = probePath;
    this.countPath = countPath;
  }

  WebServerReport measure() {
    long free = system.getFreeMemorySize();
    LoadReport load =
        new LoadReport(cpuPerMille(), system.getTotalMemorySize() - free, free, requests());
    return new WebServerReport(server, isAlive(), load);
  }

  private int cpuPerMille() {
    double load = system.getCpuLoad();
    return load < 0 ? 0 : (int) Math.min(FULL, Math.round(load * FULL));
  }

  private boolean isAlive() {
    try {
      return ask(probePath).statusCode() < FIRST_FAILURE_STATUS;
    } catch (IOException e) {
      return false;
    }
  }

  private long requests() {
    if (countPath.isEmpty()) {
      return 0;
    }
    try {
      return Long.parseLong(ask(countPath).body().strip());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  private HttpResponse<String> ask(String path) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + server + path)).timeout(TIMEOUT).build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
