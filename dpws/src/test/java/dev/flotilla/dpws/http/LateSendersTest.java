package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.echo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that do not send a request in time. */
class LateSendersTest {
  private static final HttpLimits LIMITS = RawClient.PATIENT;

  /** What a test waits for. */
  private static final Duration HASTE = Duration.ofMillis(400);

  private EventLoops loops;

  @BeforeEach
  void startLoops() {
    loops = EventLoops.start(1, "test");
  }

  @AfterEach
  void closeLoops() {
    loops.close();
  }

  @Test
  void aSenderThatIsNotReadyInTimeIsRefused() throws IOException {
    HttpLimits hasty = LIMITS.withTimeouts(HASTE, Await.limit(), Await.limit());
    try (HttpEndpoint endpoint = open(hasty);
        RawClient slowHead = new RawClient(endpoint.address());
        RawClient slowBody = new RawClient(endpoint.address())) {
      slowHead.send("POST /ec");
      slowBody.send("POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nabc");

      assertThat(slowHead.read().status()).isEqualTo(408);
      assertThat(slowHead.isClosedByServer()).isTrue();
      assertThat(slowBody.read().status()).isEqualTo(408);
      assertThat(slowBody.isClosedByServer()).isTrue();
      assertEchoes(endpoint);
    }
  }

  @Test
  void aConnectionWithNothingOnItIsClosed() throws IOException {
    HttpLimits hasty = LIMITS.withTimeouts(Await.limit(), HASTE, Await.limit());
    try (HttpEndpoint endpoint = open(hasty);
        RawClient idle = new RawClient(endpoint.address())) {
      assertThat(idle.isClosedByServer()).isTrue();
    }
  }

  @Test
  void aTrickleDoesNotKeepARequestAlive() throws IOException {
    HttpLimits hasty = LIMITS.withTimeouts(HASTE, Await.limit(), Await.limit());
    try (HttpEndpoint endpoint = open(hasty)) {
      // Who stands still at first has sent nothing more when it is refused.
      Await.until(() -> "refused before the first byte", () -> isRefusedThoughItSends(endpoint));
    }
  }

  private static boolean isRefusedThoughItSends(HttpEndpoint endpoint) throws IOException {
    AtomicInteger sent = new AtomicInteger();
    try (RawClient trickling = new RawClient(endpoint.address())) {
      trickling.send("POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ");
      Await.until(
          () -> "no answer after " + sent,
          () -> {
            if (trickling.hasInputWithin(20)) {
              return true;
            }
            trickling.send("y");
            sent.incrementAndGet();
            return false;
          });
      assertThat(trickling.read().status()).isEqualTo(408);
    }
    return sent.get() > 0;
  }

  private HttpEndpoint open(HttpLimits limits) throws IOException {
    HttpEndpoint endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), limits);
    endpoint.serve("/echo", Echo.service());
    return endpoint;
  }

  private static void assertEchoes(HttpEndpoint endpoint) throws IOException {
    try (RawClient client = new RawClient(endpoint.address())) {
      assertThat(client.post("/echo", echo("urn:id:1", "x")).read().status()).isEqualTo(200);
    }
  }
}
