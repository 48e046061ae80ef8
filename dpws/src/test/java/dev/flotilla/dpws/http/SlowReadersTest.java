package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.echo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that ask and do not take the answers. */
class SlowReadersTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** More than the sockets of both sides hold. */
  private static final int DOCUMENT_BYTES = 10 << 20;

  private static final int RECEIVE_BYTES = 64 << 10;
  private static final long MAX_BUFFERED_BYTES = 4 << 20;
  private static final long MAX_UNTAKEN_BYTES = 4 * MAX_BUFFERED_BYTES;
  private static final HttpLimits LIMITS =
      RawClient.PATIENT
          .withMaxBufferedBytes(MAX_BUFFERED_BYTES)
          .withMaxAnswerBytes(MAX_UNTAKEN_BYTES);
  private static final String REQUEST = "GET /document HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

  private EventLoops loops;

  @BeforeEach
  void startLoops() {
    // One: what a test sees of a connection, its event loop has done.
    loops = EventLoops.start(1, "test");
  }

  @AfterEach
  void closeLoops() {
    loops.close();
  }

  @Test
  void answersThatNobodyTakesAreBoundedTogetherAndOthersAreServed() throws IOException {
    List<RawClient> clients = new ArrayList<>();
    try (HttpEndpoint endpoint = open(LIMITS)) {
      for (int i = 0; i < 20; i++) {
        clients.add(client(endpoint).send(REQUEST.repeat(5)));
        assertEchoes(endpoint);
      }
      await(
          endpoint,
          () -> {
            assertThat(endpoint.untakenBytes()).isLessThanOrEqualTo(MAX_UNTAKEN_BYTES);
            return endpoint.connectionCount() <= 1;
          });
      for (RawClient client : clients) {
        client.close();
      }
      await(endpoint, () -> endpoint.untakenBytes() == 0 && endpoint.connectionCount() == 0);
      try (RawClient reader = client(endpoint).send(REQUEST)) {
        assertThat(reader.read().body()).hasSize(DOCUMENT_BYTES);
      }
    }
  }

  @Test
  void aConnectionWhoseAnswerIsNotTakenYetIsNotIdle() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS.withConnections(1, 10));
        RawClient slow = client(endpoint).send(REQUEST)) {
      await(endpoint, () -> endpoint.untakenBytes() > 0);

      try (RawClient newcomer = client(endpoint)) {
        assertThat(newcomer.isClosedByServer()).isTrue();
      }
      assertThat(slow.read().body()).hasSize(DOCUMENT_BYTES);
      await(endpoint, () -> endpoint.untakenBytes() == 0);
      assertEchoes(endpoint);
    }
  }

  @Test
  void theLastAnswerOfAConnectionIsTakenWholeHoweverLate() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient slow = client(endpoint)) {
      slow.send("GET /document HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
      await(endpoint, () -> endpoint.connectionCount() == 1 && endpoint.untakenBytes() > 0);

      assertThat(slow.read().body()).hasSize(DOCUMENT_BYTES);
      assertThat(slow.isClosedByServer()).isTrue();
    }
  }

  @Test
  void whoTakesNothingForAsLongAsAnAnswerMayTakeIsClosed() throws IOException {
    HttpLimits hasty = LIMITS.withTimeouts(Await.limit(), Await.limit(), Duration.ofMillis(300));
    try (HttpEndpoint endpoint = open(hasty);
        RawClient slow = client(endpoint).send(REQUEST)) {
      assertThat(slow.hasInputWithin((int) Await.limitMillis())).isTrue();
      await(endpoint, () -> endpoint.connectionCount() == 0 && endpoint.untakenBytes() == 0);
    }
  }

  private HttpEndpoint open(HttpLimits limits) throws IOException {
    HttpEndpoint endpoint = HttpEndpoint.open(loops, ANY_PORT, limits);
    endpoint.serve("/echo", Echo.service());
    endpoint.serve("/document", HttpResource.of("text/plain", new byte[DOCUMENT_BYTES]));
    return endpoint;
  }

  private static RawClient client(HttpEndpoint endpoint) throws IOException {
    return new RawClient(endpoint.address(), RECEIVE_BYTES);
  }

  private static void assertEchoes(HttpEndpoint endpoint) throws IOException {
    await(
        endpoint,
        () -> {
          try (RawClient client = client(endpoint)) {
            return client.post("/echo", echo("urn:id:1", "x")).read().status() == 200;
          } catch (IOException e) {
            return false; // The place of a connection that has just ended is not free yet.
          }
        });
  }

  private static void await(HttpEndpoint endpoint, BooleanSupplier condition) {
    Await.until(
        () ->
            "%d connections, %d bytes untaken"
                .formatted(endpoint.connectionCount(), endpoint.untakenBytes()),
        condition::getAsBoolean);
  }
}
