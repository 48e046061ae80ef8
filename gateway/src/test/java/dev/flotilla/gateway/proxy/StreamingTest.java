package dev.flotilla.gateway.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Answers that come in parts, and connections of which one direction ends. */
class StreamingTest {
  private static final String GET = "GET /s HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String POST = "POST /s HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx";

  /** Sends the second part when the client has got the first one. */
  private static final class Parts implements WebServer.Handler {
    private final CountDownLatch hasFirst = new CountDownLatch(1);
    private final long lengthBytes;

    Parts(long lengthBytes) {
      this.lengthBytes = lengthBytes;
    }

    @Override
    public void handle(HttpExchange exchange, byte[] body) throws IOException {
      exchange.sendResponseHeaders(200, lengthBytes);
      exchange.getResponseBody().write("first".getBytes(UTF_8));
      exchange.getResponseBody().flush();
      Await.zero(hasFirst);
      exchange.getResponseBody().write("second".getBytes(UTF_8));
    }
  }

  @Test
  void aStreamedAnswerIsPassedOnAsItComes() throws Exception {
    for (String request : List.of(GET, POST)) {
      assertThat(bodyOf(new Parts(0), request, options -> options)).isEqualTo("firstsecond");
    }
  }

  @Test
  void aSlowAnswerIsHeldForOneSecondOnly() throws Exception {
    assertThat(bodyOf(new Parts(11), GET, options -> options)).isEqualTo("firstsecond");
  }

  @Test
  void withoutRedispatchNoAnswerIsHeld() throws Exception {
    Keeping holding = Keeping.DEFAULT.withHoldMillis(1_000_000);
    UnaryOperator<GatewayOptions> plain = options -> options.with(Redispatch.NEVER).with(holding);
    assertThat(bodyOf(new Parts(11), GET, plain)).isEqualTo("firstsecond");
  }

  @Test
  void aWebServerMayAskForNoBuffering() throws Exception {
    Parts parts = new Parts(11);
    WebServer.Handler unbuffered =
        (exchange, body) -> {
          exchange.getResponseHeaders().add("X-Accel-Buffering", "no");
          parts.handle(exchange, body);
        };
    Keeping holding = Keeping.DEFAULT.withHoldMillis(1_000_000);
    assertThat(bodyOf(unbuffered, parts, GET, options -> options.with(holding)))
        .isEqualTo("firstsecond");
  }

  private static String bodyOf(Parts parts, String request, UnaryOperator<GatewayOptions> changes)
      throws Exception {
    return bodyOf(parts, parts, request, changes);
  }

  private static String bodyOf(
      WebServer.Handler handler, Parts parts, String request, UnaryOperator<GatewayOptions> changes)
      throws Exception {
    try (WebServer server = WebServer.answering(handler);
        Gateway gateway = TestGateway.start(changes, server);
        RawClient client = new RawClient(gateway.address())) {
      client.send(request);
      RawClient.Answer head = client.head();
      assertThat(head.field("X-Accel-Buffering")).isEmpty();
      boolean isChunked = head.field("Transfer-Encoding").equals("chunked");
      String first = isChunked ? client.readChunk() : client.readExactly(5);
      parts.hasFirst.countDown();
      return first + (isChunked ? client.readChunk() : client.readExactly(6));
    }
  }

  @Test
  void aClientThatEndsItsSendingSideGetsItsAnswer() throws Exception {
    try (WebServer server = WebServer.echoing();
        Gateway gateway = TestGateway.start(server)) {
      for (String request : List.of(GET, POST, POST + GET)) {
        try (RawClient client = new RawClient(gateway.address())) {
          client.send(request);
          client.endOutput();

          assertThat(client.answer(false).status()).isEqualTo(200);
          if (request.length() > POST.length()) {
            assertThat(client.answer(false).body()).isEqualTo("GET /s");
          }
          assertThat(client.readRest()).isEmpty();
        }
      }
      assertThat(server.asked).hasSize(4);
    }
  }

  @Test
  void aRequestThatEndsInTheMiddleIsNotExecuted() throws Exception {
    try (WebServer server = WebServer.echoing();
        Gateway gateway = TestGateway.start(server);
        RawClient client = new RawClient(gateway.address())) {
      client.send("POST /s HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx");
      client.endOutput();

      assertThat(client.readRest()).isEmpty();
      assertThat(server.asked).isEmpty();
      Await.until(() -> "kept bytes " + gateway.keptBytes(), () -> gateway.keptBytes() == 0);
    }
  }

  @Test
  void webServersThatGoDownAreEvents() throws Exception {
    List<String> events = new CopyOnWriteArrayList<>();
    WebServer server = WebServer.echoing();
    GatewayOptions options =
        TestGateway.options(List.of(server.address())).withProbes(WebServer.PROBE, 50);
    try (Gateway gateway = TestGateway.start(options, events::add)) {
      Await.until(() -> "an answer to a probe", () -> isHeard(gateway));
      server.kill();

      // Before, it may have been too slow to count as living.
      String down = "web server " + server.address() + " is down: ";
      Await.until(
          () -> "%s among %s".formatted(down, events),
          () -> events.stream().anyMatch(event -> event.startsWith(down)));
    }
  }

  private static boolean isHeard(Gateway gateway) {
    return gateway.backends().all().get(0).phi(System.nanoTime() + Long.MAX_VALUE / 4) > 0;
  }
}
