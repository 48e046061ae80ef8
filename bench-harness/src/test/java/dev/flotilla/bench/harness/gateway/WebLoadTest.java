package dev.flotilla.bench.harness.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Clients of a web server that refuses some requests. */
class WebLoadTest {
  @Test
  void eachRequestIsSentOnceAndCountedByItsKind() throws Exception {
    Set<String> keys = ConcurrentHashMap.newKeySet();
    Set<String> targets = ConcurrentHashMap.newKeySet();
    Set<String> twice = ConcurrentHashMap.newKeySet();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          byte[] unused = exchange.getRequestBody().readAllBytes();
          String target = exchange.getRequestURI().toString();
          if (!targets.add(exchange.getRequestMethod() + " " + target)) {
            twice.add(target);
          }
          String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
          if (key != null) {
            keys.add(key);
          }
          exchange.sendResponseHeaders(exchange.getRequestMethod().equals("PUT") ? 503 : 200, -1);
          exchange.close();
        });
    server.start();
    try {
      WebLoad load = new WebLoad("127.0.0.1:" + server.getAddress().getPort(), 2);
      Await.until(() -> "four answers", () -> load.answered(WebRequest.POST) >= 4);
      load.stop();

      assertThat(load.failed(WebRequest.PUT)).isPositive();
      assertThat(load.answered(WebRequest.PUT)).isZero();
      for (WebRequest kind : WebRequest.values()) {
        assertThat(load.answered(kind) + load.failed(kind)).as(kind.name()).isPositive();
      }
      assertThat(load.failed(WebRequest.GET)).isZero();
      assertThat(twice).isEmpty();
      assertThat(keys).isNotEmpty().allMatch(key -> key.startsWith("/POST_WITH_KEY/"));
      assertThat(load.latenciesSince().getTotalCount()).isPositive();
    } finally {
      server.stop(0);
    }
  }
}
