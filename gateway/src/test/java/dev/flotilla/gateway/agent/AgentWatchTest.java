package dev.flotilla.gateway.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.gateway.backend.Backend;
import dev.flotilla.gateway.backend.BackendSet;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AgentWatchTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @Test
  void aWebServerJoinsAndLeavesWithItsAgent() throws Exception {
    DiscoverySettings discovery = DiscoverySettings.loopback().withPort(freePort());
    BackendSet backends = new BackendSet(List.of(), 100);
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    HttpServer web = webServer();
    HostPort address = new HostPort("127.0.0.1", web.getAddress().getPort());
    try (AgentWatch watch = AgentWatch.start("shop", LOOPBACK, discovery, backends, events::add)) {
      WebServerAgent other = WebServerAgent.start(settings(address, "other", discovery));
      WebServerAgent agent = WebServerAgent.start(settings(address, "shop", discovery));

      assertThat(events.poll(Await.limitSeconds(), TimeUnit.SECONDS))
          .isEqualTo("web server %s has joined".formatted(address));
      Backend backend = backends.find(address).orElseThrow();
      Await.until(
          () -> "a report of 42 requests, not " + backend.report(),
          () -> backend.report().requests() == 42);
      assertThat(backend.report().freeMemoryBytes()).isPositive();
      assertThat(backend.isLive(System.nanoTime())).isTrue();
      web.stop(0);
      Await.until(() -> "a backend that is down", () -> !backend.isLive(System.nanoTime()));
      agent.close();

      assertThat(events.poll(Await.limitSeconds(), TimeUnit.SECONDS))
          .isEqualTo("web server %s has left".formatted(address));
      assertThat(backends.all()).isEmpty();
      other.close();
      assertThat(watch).isNotNull();
    }
  }

  private static HttpServer webServer() throws IOException {
    HttpServer web = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 10);
    web.createContext(
        "/",
        exchange -> {
          byte[] count = "42\n".getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, count.length);
          exchange.getResponseBody().write(count);
          exchange.close();
        });
    web.start();
    return web;
  }

  private static WebServerAgent.Settings settings(
      HostPort address, String farm, DiscoverySettings discovery) {
    return new WebServerAgent.Settings(address, farm, LOOPBACK, discovery, "/", "/count", 50);
  }

  private static int freePort() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, LOOPBACK)) {
      return socket.getLocalPort();
    }
  }
}
