package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that a handler answers, and streams. */
class HttpExchangeTest {
  private static final String ASK = " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

  private final BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
  private final Parts parts = new Parts();
  private EventLoops loops;
  private HttpEndpoint endpoint;

  /** The parts that a test puts there. */
  private static final class Parts implements HttpExchange.Source {
    private final Queue<byte[]> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger ended = new AtomicInteger();

    @Override
    public byte @Nullable [] next() {
      return waiting.poll();
    }

    @Override
    public void ended() {
      ended.incrementAndGet();
    }
  }

  @BeforeEach
  void open() throws IOException {
    loops = EventLoops.start(1, "test");
    serve(RawClient.PATIENT);
  }

  /** With deadlines of its own. */
  private void serve(HttpLimits limits) throws IOException {
    endpoint =
        HttpEndpoint.open(
            loops,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            limits.withConnections(8, 1).withMaxAnswerBytes(1 << 20));
    endpoint.serve(asked::add, "X-Of-All: yes");
  }

  @AfterEach
  void close() {
    endpoint.close();
    loops.close();
  }

  @Test
  void aHandlerAnswersWithFieldsOfItsOwn() throws Exception {
    try (RawClient client = new RawClient(endpoint.address())) {
      client.send(
          "POST /a/b?c=d HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nA: 1\r\n\r\n\u00fc");
      HttpExchange exchange = next();

      assertThat(exchange.method()).isEqualTo("POST");
      assertThat(exchange.path()).isEqualTo("/a/b");
      assertThat(exchange.query()).isEqualTo("c=d");
      assertThat(exchange.header("a")).containsExactly("1");
      assertThat(exchange.body()).isEqualTo("\u00fc");
      exchange.answer(405, "no", "Allow: GET");
      exchange.answer(200, "too late");
      RawClient.Response answer = client.read();

      assertThat(answer.head())
          .startsWith("HTTP/1.1 405 ")
          .contains("\r\nX-Of-All: yes\r\n", "\r\nAllow: GET\r\n", "\r\nConnection: close\r\n");
      assertThat(answer.body()).isEqualTo("no\n");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void aConnectionHasOneRequest() throws Exception {
    try (RawClient client = new RawClient(endpoint.address())) {
      client.send("GET /1" + ASK + "GET /2" + ASK);
      next().answer(200, "one");

      assertThat(client.read().body()).isEqualTo("one\n");
      assertThat(client.isClosedByServer()).isTrue();
      assertThat(asked).isEmpty();
    }
  }

  @Test
  void aConnectionHasMoreRequestsIfTheHandlerWantsThem() throws Exception {
    endpoint.serveRepeatedly(asked::add, "X-Of-All: yes");
    try (RawClient client = new RawClient(endpoint.address())) {
      client.send("GET /1" + ASK + "GET /2" + ASK);
      next().answer(200, "one");
      assertThat(client.read().body()).isEqualTo("one\n");
      next().answer(200, "two");
      RawClient.Response second = client.read();
      assertThat(second.body()).isEqualTo("two\n");
      assertThat(second.head()).contains("X-Of-All: yes").doesNotContain("Connection: close");

      client.send("GET /3 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
      next().answer(200, "three");
      assertThat(client.read().head()).contains("Connection: close");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void aStreamIsRefusedWhereConnectionsStayOpen() throws Exception {
    endpoint.serveRepeatedly(asked::add);
    try (RawClient client = new RawClient(endpoint.address())) {
      client.send("GET /1" + ASK);
      HttpExchange exchange = next();
      assertThatThrownBy(() -> exchange.stream("text/x", parts))
          .isInstanceOf(IllegalStateException.class);
      exchange.answer(200, "one");
      assertThat(client.read().body()).isEqualTo("one\n");
    }
  }

  @Test
  void theAnswerToHeadHasNoBody() throws Exception {
    try (RawClient client = new RawClient(endpoint.address())) {
      client.send("HEAD /" + ASK);
      next().answer(200, "four");

      assertThat(client.readHead().head()).containsPattern("Content-Length: +5\r\n");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void whatTheEndpointRefusesIsExplainedAsText() throws Exception {
    endpoint.close();
    serve(HttpLimits.DEFAULT.withTimeouts(Duration.ofMillis(400), Await.limit(), Await.limit()));
    for (String refused :
        new String[] {
          "GET / HTTP/1.1\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: null\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: " + "a".repeat(9_000) + "\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA" // and no more
        }) {
      try (RawClient client = new RawClient(endpoint.address())) {
        RawClient.Response answer = client.send(refused).read();

        assertThat(answer.status()).as(refused).isBetween(400, 431);
        assertThat(answer.head()).contains("Content-Type: text/plain", "\r\nX-Of-All: yes\r\n");
        assertThat(answer.body()).doesNotContain("<").endsWith("\n");
        assertThat(client.isClosedByServer()).isTrue();
      }
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void aHandlerThatFailsIsAnsweredFor() throws Exception {
    endpoint.serve(
        exchange -> {
          throw new IllegalStateException("planted");
        });
    try (RawClient client = new RawClient(endpoint.address())) {
      RawClient.Response answer = client.send("GET /" + ASK).read();

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.body()).doesNotContain("planted");
    }
  }

  @Test
  void aStreamSendsPartsUntilItsReaderGoes() throws Exception {
    parts.waiting.add("one".getBytes(UTF_8));
    HttpExchange exchange;
    try (RawClient client = new RawClient(endpoint.address())) {
      client.send("GET /" + ASK);
      exchange = next();
      exchange.stream("text/x", parts);

      assertThat(client.readHead().head())
          .contains("Content-Type: text/x\r\n", "X-Of-All: yes\r\n", "Connection: close\r\n")
          .doesNotContain("Content-Length");
      assertThat(client.readText(3)).isEqualTo("one");
      assertThat(client.hasInputWithin(50)).isFalse();
      parts.waiting.add("two".getBytes(UTF_8));
      exchange.more();
      assertThat(client.readText(3)).isEqualTo("two");
      assertThat(parts.ended).hasValue(0);
    }
    Await.until(() -> "not ended", () -> parts.ended.get() == 1);
    assertThat(endpoint.connectionCount()).isZero();
  }

  @Test
  void aReaderThatTakesNothingIsNotSentMore() throws Exception {
    byte[] large = new byte[100_000];
    for (int i = 0; i < 200; i++) {
      parts.waiting.add(large);
    }
    try (RawClient client = new RawClient(endpoint.address(), 1_000)) {
      client.send("GET /" + ASK);
      HttpExchange exchange = next();
      exchange.stream("text/x", parts);
      for (int i = 0; i < 200; i++) {
        exchange.more();
        CompletableFuture<Void> turn = new CompletableFuture<>();
        loops.after(Duration.ofMillis(1), () -> turn.complete(null));
        turn.join();
      }

      assertThat(parts.waiting).hasSizeGreaterThan(100);
      assertThat(endpoint.untakenBytes()).isLessThan(4L * large.length);
      assertThat(parts.ended).hasValue(0);
    }
  }

  @Test
  void aStreamWhoseReaderTakesNothingForLongIsCut() throws Exception {
    endpoint.close();
    serve(HttpLimits.DEFAULT.withTimeouts(Await.limit(), Await.limit(), Duration.ofMillis(200)));
    for (int i = 0; i < 200; i++) {
      parts.waiting.add(new byte[100_000]);
    }
    try (RawClient client = new RawClient(endpoint.address(), 1_000)) {
      client.send("GET /" + ASK);
      HttpExchange exchange = next();
      exchange.stream("text/x", parts);

      Await.until(
          () -> "not cut",
          () -> {
            exchange.more();
            return parts.ended.get() == 1;
          });
    }
  }

  @Test
  void aStreamOfAReaderThatHasGoneEndsAtOnce() throws Exception {
    HttpExchange exchange;
    try (RawClient client = new RawClient(endpoint.address())) {
      client.send("GET /" + ASK);
      exchange = next();
    }
    Await.until(() -> "still open", () -> endpoint.connectionCount() == 0);
    exchange.stream("text/x", parts);

    Await.until(() -> "not ended", () -> parts.ended.get() == 1);
  }

  @Test
  void fieldsThatAreNoLinesAreRefused() {
    for (String field : new String[] {"A: b\r\nC: d", "A", "A: \u00fc", ": b"}) {
      assertThatThrownBy(() -> endpoint.serve(asked::add, field))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private HttpExchange next() throws InterruptedException {
    HttpExchange exchange = asked.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(exchange).isNotNull();
    return exchange;
  }
}
