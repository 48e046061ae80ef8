package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.message.ByteBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * What one connection may do before the others of its event loop. Without the bound, all requests
 * that were sent ahead are handled first, which both tests notice.
 */
class DecodingTurnTest {
  private static final int REQUESTS = 400;
  private static final long REQUEST_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final String GET = "GET /doc HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final HttpResource DOCUMENT = HttpResource.of(HttpResource.XML, new byte[0]);

  private final EmbeddedSocket socket = new EmbeddedSocket();
  private final List<String> order = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void anotherSocketIsServedBetweenRequestsSentAhead() throws IOException {
    AtomicInteger handled = new AtomicInteger();
    AtomicInteger handledBeforeOther = new AtomicInteger();
    try (EventLoops loops = EventLoops.start(1, "test");
        HttpEndpoint endpoint =
            HttpEndpoint.open(
                loops,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                RawClient.PATIENT);
        RawClient flood = new RawClient(endpoint.address());
        RawClient other = new RawClient(endpoint.address())) {
      endpoint.serve(
          "/doc",
          reachedAt -> {
            if (handled.getAndIncrement() == 0) {
              sendNow(other, GET.replace("/doc", "/other"));
            }
            work();
            return DOCUMENT;
          });
      endpoint.serve(
          "/other",
          reachedAt -> {
            handledBeforeOther.set(handled.get());
            return DOCUMENT;
          });

      flood.send(GET.repeat(REQUESTS));

      assertThat(other.read().status()).isEqualTo(200);
      assertThat(handledBeforeOther.get()).isBetween(1, REQUESTS / 2);
      for (int i = 0; i < REQUESTS; i++) {
        assertThat(flood.read().status()).isEqualTo(200);
      }
    }
  }

  private static void sendNow(RawClient client, String request) {
    try {
      client.send(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void work() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < REQUEST_NANOS) {
      Thread.onSpinWait();
    }
  }

  @Test
  void tasksOfTheLoopGoOnBetweenRequestsSentAhead() {
    connect(100_000);

    socket.arrive(GET.repeat(REQUESTS).getBytes(US_ASCII), 0, 0);
    for (int turns = 0; turns < REQUESTS; turns++) {
      socket.runPendingTasks();
    }

    assertThat(order).hasSize(REQUESTS + 1);
    assertThat(order.indexOf("task")).isBetween(1, 20);
    assertThat(new String(socket.sent(), US_ASCII).split("HTTP/1.1 200", -1)).hasSize(REQUESTS + 1);
  }

  @Test
  void fewRequestsAreHandledAtOnce() {
    connect(1_000);

    socket.arrive(GET.repeat(10).getBytes(US_ASCII), 0, 0);

    assertThat(order).hasSize(11);
    assertThat(order.indexOf("task")).isEqualTo(10);
  }

  /** Each look at the clock takes so long. */
  private void connect(long lookNanos) {
    Routes routes = new Routes();
    routes.add(
        "/doc",
        reachedAt -> {
          if (order.isEmpty()) {
            socket.eventLoop().execute(() -> order.add("task"));
          }
          order.add("request");
          return DOCUMENT;
        });
    EndpointConnection connection =
        new EndpointConnection(
            new SharedByConnections(
                routes,
                HttpLimits.DEFAULT,
                new ByteBudget(1 << 20),
                new ByteBudget(1 << 20),
                new ConnectionTable(10),
                () -> nanos.addAndGet(lookNanos)),
            socket);
    socket.pipeline().addLast(connection);
    socket.pipeline().fireChannelActive();
  }
}
