package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BufferedBytesTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final int MAX_ENVELOPE_BYTES = 512 << 10;
  private static final long MAX_BUFFERED_BYTES = 1 << 20;
  private static final int SMALL_BYTES = 32 << 10;
  private static final HttpLimits LIMITS =
      RawClient.PATIENT
          .withMaxEnvelopeBytes(MAX_ENVELOPE_BYTES)
          .withMaxBufferedBytes(MAX_BUFFERED_BYTES);

  /** What a test waits for. */
  private static final Duration HASTE = Duration.ofMillis(400);

  private EventLoops loops;

  @BeforeEach
  void startLoops() {
    loops = EventLoops.start(2, "test");
  }

  @AfterEach
  void closeLoops() {
    loops.close();
  }

  @Test
  void slowSendersTakeWhatTheyHaveSentAndNotWhatTheyHaveAnnounced() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS);
        Senders slow = new Senders(endpoint, 50)) {
      slow.announce(MAX_ENVELOPE_BYTES).send(8 << 10);
      awaitBuffered(endpoint, 50 * (8 << 10));

      assertThat(endpoint.bufferedBytes()).isLessThanOrEqualTo(50 * (16 << 10));
      assertThat(post(endpoint, MAX_ENVELOPE_BYTES / 4).status()).isEqualTo(200);
    }
  }

  @Test
  void whoFindsNoRoomIsToldSoAndSmallRequestsAreServedMeanwhile() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS)) {
      try (Senders slow = new Senders(endpoint, 1);
          RawClient large = new RawClient(endpoint.address())) {
        slow.announce(MAX_ENVELOPE_BYTES).send(400 << 10);
        awaitBuffered(endpoint, 400 << 10);

        RawClient.Response refusal = large.post("/echo", padded(MAX_ENVELOPE_BYTES)).read();
        assertThat(refusal.status()).isEqualTo(503);
        assertThat(refusal.body()).contains("Fault", "Overloaded", "try again later");
        assertThat(large.isClosedByServer()).isTrue();
        for (int i = 0; i < 100; i++) {
          assertThat(post(endpoint, SMALL_BYTES).status()).isEqualTo(200);
          assertThat(post(endpoint, 500).status()).isEqualTo(200);
        }
      }
      awaitNothingBuffered(endpoint);
      assertThat(post(endpoint, MAX_ENVELOPE_BYTES).status()).isEqualTo(200);
    }
  }

  @Tag("slow")
  @Test
  void whatDoesNotSayHowLargeItIsCountsAsLarge() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS);
        Senders slow = new Senders(endpoint, 120)) {
      slow.send(
              "POST /echo HTTP/1.1\r\n"
                  + "Host: 127.0.0.1\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n"
                  + "2000\r\n")
          .send(8 << 10);
      RawClient refused = Await.present(() -> "nobody is refused", () -> answered(slow.clients));
      assertThat(refused.read().status()).isEqualTo(503);
      assertThat(post(endpoint, SMALL_BYTES).status()).isEqualTo(200);
    }
  }

  private static Optional<RawClient> answered(List<RawClient> clients) throws IOException {
    for (RawClient client : clients) {
      if (client.hasInputWithin(1)) {
        return Optional.of(client);
      }
    }
    return Optional.empty();
  }

  @Test
  void everyEndOfARequestGivesBackWhatItTook() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS)) {
      assertThat(post(endpoint, MAX_ENVELOPE_BYTES).status()).isEqualTo(200);
      awaitNothingBuffered(endpoint);
      try (RawClient client = new RawClient(endpoint.address())) {
        assertThat(client.post("/echo", "no XML".repeat(20_000)).read().status()).isEqualTo(400);
        assertThat(client.post("/none", padded(100_000)).read().status()).isEqualTo(404);
        awaitNothingBuffered(endpoint);
        client.send(
            "POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n8000\r\n");
        assertThat(client.send("x".repeat(0x8000) + "!\r\n").read().status()).isEqualTo(400);
        awaitNothingBuffered(endpoint);
      }
      Senders broken = new Senders(endpoint, 1);
      broken.announce(MAX_ENVELOPE_BYTES).send(100_000);
      awaitBuffered(endpoint, 100_000);
      broken.close();
      awaitNothingBuffered(endpoint);
    }
  }

  @Test
  void aRequestThatComesTooLateGivesBackWhatItTook() throws IOException {
    HttpLimits hasty = LIMITS.withTimeouts(HASTE, Await.limit(), Await.limit());
    try (HttpEndpoint endpoint = open(hasty);
        Senders tooLate = new Senders(endpoint, 1)) {
      // At once, so that its own pauses do not count.
      tooLate.send(head(MAX_ENVELOPE_BYTES) + "x".repeat(100_000));
      assertThat(tooLate.clients.get(0).read().status()).isEqualTo(408);
      awaitNothingBuffered(endpoint);
    }
  }

  @Test
  void aRequestWithoutAnswerInTimeGivesBackWhatItTook() throws IOException {
    HttpLimits hasty = LIMITS.withTimeouts(Await.limit(), Await.limit(), HASTE);
    try (HttpEndpoint endpoint = open(hasty);
        RawClient unanswered = new RawClient(endpoint.address())) {
      unanswered.post("/held", padded(100_000));
      assertThat(unanswered.isClosedByServer()).isTrue();
      awaitNothingBuffered(endpoint);
    }
  }

  @Test
  void aRequestCountsUntilItIsAnswered() throws Exception {
    BlockingQueue<Exchange<String>> asked = new LinkedBlockingQueue<>();
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      endpoint.serve(
          "/asked",
          SoapService.builder().operation(Echo.OPERATION, (text, ask) -> asked.add(ask)).build());
      client.post("/asked", padded(MAX_ENVELOPE_BYTES));
      Exchange<String> exchange = asked.poll(Await.limitSeconds(), TimeUnit.SECONDS);

      assertThat(endpoint.bufferedBytes()).isEqualTo(MAX_ENVELOPE_BYTES);
      assertThat(post(endpoint, MAX_ENVELOPE_BYTES).status()).isEqualTo(503);
      exchange.answer("done");
      assertThat(client.read().status()).isEqualTo(200);
      awaitNothingBuffered(endpoint);
    }
  }

  @Test
  void aCallerKnowsThatWhatFoundNoRoomWasNotExecuted() throws Exception {
    try (HttpEndpoint endpoint = open(LIMITS);
        Senders slow = new Senders(endpoint, 1);
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      slow.announce(MAX_ENVELOPE_BYTES).send(400 << 10);
      awaitBuffered(endpoint, 400 << 10);
      URI address = URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/echo");
      CompletableFuture<String> call =
          caller
              .call(address, Echo.OPERATION, "x".repeat(400_000), Await.limit())
              .toCompletableFuture();

      assertThatThrownBy(call::join)
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOfSatisfying(
              CallFailure.class,
              failure -> assertThat(failure.kind()).isEqualTo(CallFailure.Kind.OVERLOADED));
    }
  }

  private HttpEndpoint open(HttpLimits limits) throws IOException {
    HttpEndpoint endpoint = HttpEndpoint.open(loops, ANY_PORT, limits);
    endpoint.serve("/echo", Echo.service());
    endpoint.serve(
        "/held", SoapService.builder().operation(Echo.OPERATION, (text, unanswered) -> {}).build());
    return endpoint;
  }

  private static RawClient.Response post(HttpEndpoint endpoint, int bytes) throws IOException {
    try (RawClient client = new RawClient(endpoint.address())) {
      return client.post("/echo", padded(bytes)).read();
    }
  }

  /** An envelope of so many bytes. */
  private static String padded(int bytes) {
    String bare = echo("urn:id:1", "");
    return echo("urn:id:1", "x".repeat(bytes - bare.length()));
  }

  private static void awaitBuffered(HttpEndpoint endpoint, long bytes) {
    await(endpoint, () -> endpoint.bufferedBytes() >= bytes);
  }

  private static void awaitNothingBuffered(HttpEndpoint endpoint) {
    await(endpoint, () -> endpoint.bufferedBytes() == 0);
  }

  private static void await(HttpEndpoint endpoint, BooleanSupplier condition) {
    Await.until(
        () -> endpoint.bufferedBytes() + " bytes are still buffered", condition::getAsBoolean);
  }

  private static String head(int bytes) {
    return "POST /echo HTTP/1.1\r\n"
        + "Host: 127.0.0.1\r\n"
        + "Content-Type: application/soap+xml\r\n"
        + "Content-Length: "
        + bytes
        + "\r\n\r\n";
  }

  /** Clients that begin to send requests and do not come to an end. */
  private static final class Senders implements AutoCloseable {
    final List<RawClient> clients = new ArrayList<>();

    Senders(HttpEndpoint endpoint, int count) throws IOException {
      for (int i = 0; i < count; i++) {
        clients.add(new RawClient(endpoint.address()));
      }
    }

    Senders announce(int bytes) throws IOException {
      return send(head(bytes));
    }

    Senders send(int bytes) throws IOException {
      return send("x".repeat(bytes));
    }

    Senders send(String text) throws IOException {
      for (RawClient client : clients) {
        client.send(text);
      }
      return this;
    }

    @Override
    public void close() throws IOException {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }
}
