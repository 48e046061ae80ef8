package dev.flotilla.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.gateway.http.RequestLimits;
import dev.flotilla.testing.Await;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GatewayTest {
  private static final int REQUESTS = 200;
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "REPORT");

  @Test
  void validRequestsOfAllKindsArriveUnchanged() throws IOException {
    long seed = Long.getLong("gateway.seed", System.nanoTime());
    System.out.println("-Dgateway.seed=" + seed);
    Random random = new Random(seed);
    try (WebServer server = WebServer.echoing();
        Gateway gateway = TestGateway.start(server);
        RawClient client = new RawClient(gateway.address())) {
      for (int i = 0; i < REQUESTS; i++) {
        SentRequest sent = SentRequest.random(random, METHODS, i);

        RawClient.Answer answer = client.ask(sent.text());

        assertThat(answer.status()).isEqualTo(200);
        WebServer.Asked asked = server.asked.get(i);
        assertThat(asked.method()).isEqualTo(sent.method());
        assertThat(asked.target()).isEqualTo(sent.target());
        assertThat(asked.body()).isEqualTo(sent.body());
        sent.fields()
            .forEach((name, value) -> assertThat(asked.headers().get(name)).containsExactly(value));
        assertThat(asked.headers().get("Connection")).isNull();
        assertThat(asked.headers().get("X-hop")).isNull();
      }
    }
  }

  @Test
  void requestsThatAreSentAheadAreAnsweredInOrder() throws IOException {
    try (WebServer server = WebServer.echoing();
        Gateway gateway = TestGateway.start(server);
        RawClient client = new RawClient(gateway.address())) {
      client.send(
          IntStream.range(0, 50)
              .mapToObj(i -> "GET /" + i + " HTTP/1.1\r\nHost: x\r\n\r\n")
              .collect(Collectors.joining()));

      for (int i = 0; i < 50; i++) {
        assertThat(client.answer(false).body()).isEqualTo("GET /" + i);
      }
    }
  }

  @Test
  void fieldsOfTheConnectionAreNotForwarded() throws IOException {
    try (WebServer server =
            WebServer.answering(
                (exchange, body) -> {
                  exchange.getResponseHeaders().add("Connection", "X-Inner");
                  exchange.getResponseHeaders().add("X-Inner", "1");
                  exchange.getResponseHeaders().add("X-Outer", "2");
                  WebServer.answer(exchange, 200, "text");
                });
        Gateway gateway = TestGateway.start(server);
        RawClient client = new RawClient(gateway.address())) {
      RawClient.Answer answer =
          client.ask(
              """
              GET / HTTP/1.1\r
              Host: x\r
              TE: trailers\r
              Proxy-Authorization: secret\r
              Keep-Alive: 5\r
              Upgrade: h2c\r
              HTTP2-Settings: AAMAAABk\r
              Connection: Upgrade, Host, X-A\r
              X-A: 1\r
              X-Forwarded-For: 10.0.0.1\r
              \r
              """);

      assertThat(answer.field("X-Inner")).isEmpty();
      assertThat(answer.field("X-Outer")).isEqualTo("2");
      assertThat(answer.field("Via")).isEqualTo("1.1 flotilla");
      Map<String, List<String>> seen = server.asked.get(0).headers();
      assertThat(seen)
          .doesNotContainKeys(
              "Te", "Proxy-authorization", "Keep-alive", "Upgrade", "Connection", "X-a")
          .doesNotContainKey("Http2-settings");
      assertThat(seen.get("Host")).containsExactly("x");
      assertThat(seen.get("X-forwarded-for")).containsExactly("127.0.0.1");
    }
  }

  @Test
  void largeBodiesAreStreamedInBothDirections() throws IOException {
    byte[] large = new byte[3 << 20];
    new Random(1).nextBytes(large);
    try (WebServer server =
            WebServer.answering(
                (exchange, body) -> {
                  exchange.sendResponseHeaders(200, 0);
                  exchange.getResponseBody().write(body);
                });
        Gateway gateway = TestGateway.start(server);
        RawClient client = new RawClient(gateway.address())) {
      client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: " + large.length + "\r\n\r\n");
      client.send(large);
      RawClient.Answer fixed = client.answer(false);
      client.send("POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send(Integer.toHexString(large.length) + "\r\n");
      client.send(large);
      client.send("\r\n0\r\n\r\n");
      RawClient.Answer chunked = client.answer(false);

      assertThat(fixed.body().getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(large);
      assertThat(chunked.body().getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(large);
      assertThat(gateway.counters().streamed()).isEqualTo(2);
      assertThat(gateway.keptBytes()).isZero();
    }
  }

  @Test
  void anOldClientGetsNoChunks() throws IOException {
    try (WebServer server =
            WebServer.answering(
                (exchange, body) -> {
                  exchange.sendResponseHeaders(200, 0);
                  exchange.getResponseBody().write(new byte[1 << 20]);
                });
        Gateway gateway = TestGateway.start(server);
        RawClient client = new RawClient(gateway.address())) {
      RawClient.Answer answer = client.ask("GET / HTTP/1.0\r\n\r\n");

      assertThat(answer.field("Transfer-Encoding")).isEmpty();
      assertThat(answer.field("Connection")).isEqualTo("close");
      assertThat(answer.body()).hasSize(1 << 20);
    }
  }

  @Test
  void aClientThatWaitsMaySendItsBody() throws IOException {
    try (WebServer server = WebServer.echoing();
        Gateway gateway = TestGateway.start(server);
        RawClient client = new RawClient(gateway.address())) {
      client.send(
          "PUT /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
      assertThat(client.readExactly(25)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      client.send("hello");

      assertThat(client.answer(false).status()).isEqualTo(200);
      assertThat(server.asked.get(0).body()).hasSize(5);
    }
  }

  @Test
  void slowAndIdleClientsAreClosed() throws IOException {
    try (WebServer server = WebServer.echoing();
        Gateway gateway =
            TestGateway.start(
                options -> options.with(TestGateway.patience().withClientMillis(300, 600, 300)),
                server);
        RawClient idle = new RawClient(gateway.address())) {
      String body = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe";

      assertThat(statusAfter("GET / HTTP/1.1\r\n", gateway)).isEqualTo(408);
      assertThat(statusAfter(body, gateway)).isEqualTo(408);
      assertThat(idle.readRest()).isEmpty();
      assertThat(server.asked).isEmpty();
    }
  }

  /** Begins again if the connection was idle for too long before the beginning was sent. */
  private static int statusAfter(String beginning, Gateway gateway) {
    return Await.present(
        () -> "an answer after " + beginning,
        () -> {
          try (RawClient client = new RawClient(gateway.address())) {
            client.send(beginning);
            return Optional.of(client.answer(false).status());
          } catch (EOFException | SocketException e) {
            return Optional.empty();
          }
        });
  }

  @Test
  void aBodyThatIsTooLargeIsRefused() throws IOException {
    try (WebServer server = WebServer.echoing();
        Gateway gateway =
            TestGateway.start(options -> options.with(new RequestLimits(1_000, 10, 10)), server);
        RawClient client = new RawClient(gateway.address())) {
      RawClient.Answer answer =
          client.ask("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n");

      assertThat(answer.status()).isEqualTo(413);
      assertThat(server.asked).isEmpty();
    }
  }

  /** A request with everything that may be in one. */
  private record SentRequest(
      String method, String target, Map<String, String> fields, String body, String text) {
    static SentRequest random(Random random, List<String> methods, int number) {
      String method = methods.get(random.nextInt(methods.size()));
      String target = "/" + number + (random.nextBoolean() ? "/a%20b;p=1?q=%C3%BC&r=*" : "");
      Map<String, String> fields = new TreeMap<>();
      fields.put("X-long", "v".repeat(random.nextInt(2_000)) + number);
      fields.put("X-marks", "a \"quoted, value\"; q=0.5 (comment)");
      fields.put("Accept", "text/html, */*;q=0.1");
      if (random.nextBoolean()) {
        fields.put("Cookie", "a=b; c=" + random.nextInt());
      }
      byte[] bytes = new byte[random.nextBoolean() ? random.nextInt(20_000) : 0];
      random.nextBytes(bytes);
      String body = new String(bytes, StandardCharsets.ISO_8859_1);
      List<String> lines = new ArrayList<>();
      lines.add(method + " " + target + " HTTP/1.1");
      lines.add(random.nextBoolean() ? "Host: example.org:8080" : "host:   [::1]:80  ");
      fields.forEach((name, value) -> lines.add(name + ":" + value));
      lines.add("X-Hop: 1");
      lines.add("Connection: keep-alive, X-Hop");
      boolean isChunked = random.nextBoolean();
      String content = body;
      if (isChunked) {
        lines.add("Transfer-Encoding: chunked");
        content = chunks(random, content);
      } else if (bytes.length > 0 || random.nextBoolean()) {
        lines.add("Content-Length: " + bytes.length);
      }
      return new SentRequest(
          method, target, fields, body, String.join("\r\n", lines) + "\r\n\r\n" + content);
    }

    private static String chunks(Random random, String content) {
      StringBuilder text = new StringBuilder();
      for (int at = 0; at < content.length(); ) {
        int size = 1 + random.nextInt(content.length() - at);
        text.append(Integer.toHexString(size)).append(random.nextBoolean() ? ";x=y" : "");
        text.append("\r\n").append(content, at, at + size).append("\r\n");
        at += size;
      }
      return text + (random.nextBoolean() ? "0\r\nX-Trailer: t\r\n\r\n" : "0\r\n\r\n");
    }
  }
}
