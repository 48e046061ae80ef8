package dev.flotilla.gateway.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
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
    WebServer.Handler handler =
        (exchange, body) -> {
          working.countDown();
          exchange.sendResponseHeaders(200, 6);
          exchange.getResponseBody().write("half".getBytes(UTF_8));
          exchange.getResponseBody().flush();
          await(new CountDownLatch(1), 5);
          exchange.getResponseBody().write("ly".getBytes(UTF_8));
        };
    try (WebServer first = WebServer.answering(handler);
        WebServer second = WebServer.answering(handler);
        WebServer third = WebServer.answering(handler);
        Gateway gateway = TestGateway.start(changes, first, second, third)) {
      AtomicInteger failures = new AtomicInteger();
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        String method = i % 2 == 0 ? "GET" : "PUT";
        Thread client = new Thread(() -> failures.addAndGet(askOften(gateway, method)));
        client.start();
        clients.add(client);
      }
      assertThat(working.await(Await.limitSeconds(), TimeUnit.SECONDS)).isTrue();
      second.kill();
      for (Thread client : clients) {
        client.join();
      }
      return failures.get();
    }
  }

  private static int askOften(Gateway gateway, String method) {
    int failures = 0;
    for (int i = 0; i < REQUESTS; i++) {
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
      for (int i = 0; i < 10; i++) {
        assertThat(client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status()).isEqualTo(200);
      }

      assertThat(gateway.counters().redispatched()).isPositive();
    }
  }

  @Test
  void aServerThatTakesTooLongIsReplaced() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (WebServer slow = WebServer.answering((exchange, body) -> await(never, 10_000));
        WebServer well = WebServer.echoing();
        Gateway gateway =
            TestGateway.start(
                options -> options.with(Patience.DEFAULT.withAnswerMillis(200)), slow, well);
        RawClient client = new RawClient(gateway.address())) {
      for (int i = 0; i < 4; i++) {
        assertThat(client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status()).isEqualTo(200);
      }

      assertThat(slow.asked).isNotEmpty();
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
    WebServer gone = WebServer.echoing();
    gone.close();
    try (Gateway gateway = TestGateway.start(gone);
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
