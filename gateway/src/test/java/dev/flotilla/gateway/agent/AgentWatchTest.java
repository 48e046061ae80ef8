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
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class AgentWatchTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @Test
  void aWebServerJoinsAndLeavesWithItsAgent() throws Exception {
    DiscoverySettings discovery = DiscoverySettings.loopback().withPort(freePort());
    BackendSet backends = new BackendSet(List.of(), 100);
    List<String> events = new CopyOnWriteArrayList<>();
    HttpServer web = webServer();
    HostPort address = new HostPort("127.0.0.1", web.getAddress().getPort());
    try (AgentWatch watch = AgentWatch.start("shop", LOOPBACK, discovery, backends, events::add)) {
      WebServerAgent other = WebServerAgent.start(settings(address, "other", discovery));
      WebServerAgent agent = WebServerAgent.start(settings(address, "shop", discovery));

      Await.until(
          () ->
              "a report of 42 requests, not "
                  + backends.all().stream().map(Backend::report).toList(),
          () -> is(backends.find(address), it -> it.report().requests() == 42));
      assertThat(events.get(0)).isEqualTo("web server %s has joined".formatted(address));
      Await.until(
          () -> "a backend that lives",
          () ->
              is(
                  backends.find(address),
                  it -> it.isLive(System.nanoTime()) && it.report().freeMemoryBytes() > 0));
      web.stop(0);
      Await.until(
          () -> "a backend that is down",
          () -> is(backends.find(address), it -> !it.isLive(System.nanoTime())));
      agent.close();

      Await.until(
          () -> "no backend after " + events,
          () ->
              backends.all().isEmpty()
                  && events
                      .get(events.size() - 1)
                      .equals("web server %s has left".formatted(address)));
      assertThat(events).allMatch(it -> it.startsWith("web server %s has ".formatted(address)));
      other.close();
      assertThat(watch).isNotNull();
    }
  }

  /** Looked up each time: on a busy machine, it may leave and join again. */
  private static boolean is(Optional<Backend> backend, Predicate<Backend> state) {
    return backend.filter(state).isPresent();
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
