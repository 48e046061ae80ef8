package dev.flotilla.gateway.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RedispatchTest {
  private static final int CLIENTS = 8;
  private static final int REQUESTS = 30;
  private static final String POST = "POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n";

  @Test
  void aServerThatDiesUnderLoadFailsNoRequest() throws Exception {
    assertThat(failuresOf(options -> options.with(Keeping.DEFAULT.withHoldMillis(60_000))))
        .isZero();
  }

  @Test
  void withoutRedispatchTheSameFailsRequests() throws Exception {
    assertThat(failuresOf(options -> options.with(Redispatch.NEVER))).isPositive();
  }

  /** Three servers under load, of which one dies while it works. */
  private static int failuresOf(UnaryOperator<GatewayOptions> changes) throws Exception {
    CountDownLatch working = new CountDownLatch(REQUESTS);
    CountDownLatch killed = new CountDownLatch(1);
    try (WebServer first = WebServer.answering(halves(working, 5));
        WebServer second = WebServer.answering(halves(working, Await.limitMillis()));
        WebServer third = WebServer.answering(halves(working, 5));
        Gateway gateway = TestGateway.start(changes, first, second, third)) {
      AtomicInteger failures = new AtomicInteger();
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        String method = i % 2 == 0 ? "GET" : "PUT";
        Thread client = new Thread(() -> failures.addAndGet(askOften(gateway, method, killed)));
        client.start();
        clients.add(client);
      }
      Await.zero(working);
      Await.until(() -> "a request of the second", () -> !second.asked.isEmpty());
      second.kill();
      killed.countDown();
      for (Thread client : clients) {
        client.join();
      }
      return failures.get();
    }
  }

  /** Sends half of an answer, and the other half a moment later. */
  private static WebServer.Handler halves(CountDownLatch working, long millis) {
    return (exchange, body) -> {
      working.countDown();
      exchange.sendResponseHeaders(200, 6);
      exchange.getResponseBody().write("half".getBytes(UTF_8));
      exchange.getResponseBody().flush();
      await(new CountDownLatch(1), millis);
      exchange.getResponseBody().write("ly".getBytes(UTF_8));
    };
  }

  /** Begins no last requests before the web server is dead. */
  private static int askOften(Gateway gateway, String method, CountDownLatch killed) {
    int failures = 0;
    for (int i = 0; i < REQUESTS; i += killed.getCount() == 0 ? 1 : 0) {
      try (RawClient client = new RawClient(gateway.address())) {
        RawClient.Answer answer =
            client.ask(method + " / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
        failures += answer.status() == 200 && answer.body().equals("halfly") ? 0 : 1;
      } catch (IOException e) {
        failures++;
      }
    }
    return failures;
  }

  @Test
  void anAnswerThatSaysLaterGoesToAnotherServer() throws Exception {
    try (WebServer busy =
            WebServer.answering((exchange, body) -> WebServer.answer(exchange, 503, "busy"));
        WebServer well = WebServer.echoing();
        Gateway gateway = TestGateway.start(busy, well);
        RawClient client = new RawClient(gateway.address())) {
      Await.until(
          () -> "a request that went to the busy one first",
          () -> {
            assertThat(client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status()).isEqualTo(200);
            return gateway.counters().redispatched() > 0;
          });
      assertThat(busy.asked).isNotEmpty();
    }
  }

  @Test
  void aServerThatTakesTooLongIsReplaced() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (WebServer slow =
            WebServer.answering((exchange, body) -> await(never, Await.limitMillis()));
        WebServer well = WebServer.echoing();
        Gateway gateway =
            TestGateway.start(
                options -> options.with(TestGateway.patience().withAnswerMillis(200)), slow, well);
        RawClient client = new RawClient(gateway.address())) {
      AtomicInteger targets = new AtomicInteger();

      // The other one takes too long now and then, too, on a busy machine.
      Await.until(
          () -> "an answer to a request that both were asked",
          () -> {
            String target = "/" + targets.incrementAndGet();
            int status = client.ask("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n").status();
            return status == 200
                && Stream.of(slow, well)
                    .allMatch(
                        server -> server.asked.stream().anyMatch(it -> it.target().equals(target)));
          });
      never.countDown();
    }
  }

  @Test
  void aPostWithoutKeyIsNeverSentTwice() throws Exception {
    try (WebServer dying = WebServer.answering((exchange, body) -> exchange.close());
        Gateway gateway = TestGateway.start(dying);
        RawClient client = new RawClient(gateway.address())) {
      assertThat(client.ask(POST + "\r\nx").status()).isEqualTo(502);
      assertThat(dying.asked).hasSize(1);
    }
  }

  @Test
  void aPostThatWasNotSentGoesToAnotherServer() throws Exception {
    WebServer gone = WebServer.echoing();
    try (WebServer well = WebServer.echoing();
        Gateway gateway = TestGateway.start(gone, well);
        RawClient client = new RawClient(gateway.address())) {
      gone.close();
      for (int i = 0; i < 6; i++) {
        assertThat(client.ask(POST + "\r\nx").status()).isEqualTo(200);
      }

      assertThat(well.asked).hasSize(6);
    }
  }

  @Test
  void aPostDoesNotMeetTheEndOfAnIdleConnection() throws Exception {
    try (OneAnswerServer server = OneAnswerServer.start();
        Gateway gateway = TestGateway.start(server.options(), event -> {});
        RawClient client = new RawClient(gateway.address())) {
      for (int i = 0; i < 5; i++) {
        assertThat(client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status()).isEqualTo(200);
        assertThat(client.ask(POST + "\r\nx").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void theFirstAnswerOfAKeyIsRepeated() throws Exception {
    AtomicInteger executions = new AtomicInteger();
    try (WebServer server =
            WebServer.answering(
                (exchange, body) ->
                    WebServer.answer(exchange, 201, "number " + executions.incrementAndGet()));
        Gateway gateway = TestGateway.start(server);
        RawClient client = new RawClient(gateway.address())) {
      String keyed = POST + "Idempotency-Key: k\r\n\r\n";
      RawClient.Answer first = client.ask(keyed + "x");
      RawClient.Answer again = client.ask(keyed + "x");
      RawClient.Answer other = client.ask(keyed + "y");

      assertThat(first.body()).isEqualTo("number 1");
      assertThat(again.body()).isEqualTo("number 1");
      assertThat(again.status()).isEqualTo(201);
      assertThat(again.field("Idempotency-Replayed")).isEqualTo("true");
      assertThat(other.status()).isEqualTo(422);
      assertThat(executions).hasValue(1);
    }
  }

  @Test
  void withoutAnyServerTheAnswerSaysSo() throws Exception {
    GatewayOptions nobody = TestGateway.options(List.of(new HostPort("127.0.0.1", 1)));
    try (Gateway gateway = TestGateway.start(nobody, event -> {});
        RawClient client = new RawClient(gateway.address())) {
      RawClient.Answer answer = client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n");

      assertThat(answer.status()).isIn(502, 503);
      assertThat(answer.body())
          .contains("no web server can be reached")
          .doesNotContain("127.0.0.1", "Exception");
    }
  }

  private static void await(CountDownLatch latch, long millis) {
    try {
      boolean unused = latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
