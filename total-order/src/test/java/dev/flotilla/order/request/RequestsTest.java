package dev.flotilla.order.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.live.ProtocolKind;
import dev.flotilla.order.protocol.OrderCodec;
import dev.flotilla.order.protocol.OrderMessage.Content;
import dev.flotilla.order.sockets.SocketMiddleware;
import dev.flotilla.order.sockets.SocketRegistration;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three servers and two clients in one JVM, on loopback. */
class RequestsTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int SERVERS = 3;
  private static final int CLIENTS = 2;
  private static final int EACH = 20;
  private static final long SECONDS = Await.limitSeconds();
  private static final Duration TIMEOUT = Duration.ofSeconds(SECONDS);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<List<Request>> orders = new ArrayList<>();
  private final CountDownLatch missing = new CountDownLatch(SERVERS * CLIENTS * 2 * EACH);

  private interface Way {
    Bytes request(RequestClient client, int server, Bytes content) throws Exception;
  }

  @AfterEach
  void close() throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
    threads.shutdownNow();
  }

  /** Both clients broadcast themselves first (case A), and then ask one server each (case B). */
  @ParameterizedTest
  @EnumSource(ProtocolKind.class)
  void bothCasesAreDeliveredInOneOrderAndAnswered(ProtocolKind kind) throws Exception {
    List<RequestClient> clients = start(kind);
    runAll(clients, (client, server, content) -> client.broadcast(content));
    runAll(clients, RequestClient::ask);
    assertThat(missing.await(SECONDS, TimeUnit.SECONDS)).as("missing: %s", missing).isTrue();
    assertThat(orders.get(0)).hasSize(CLIENTS * 2 * EACH).doesNotHaveDuplicates();
    assertThat(orders).containsOnly(orders.get(0));
    assertThat(orders.get(0).stream().filter(it -> it.way() == RequestCase.B && it.client() == 4))
        .extracting(Request::number)
        .containsExactlyElementsOf(LongStream.range(0, EACH).boxed().toList());
  }

  @Test
  void aRequestWithoutServersFailsInTime() throws Exception {
    List<Middleware> middlewares = join();
    RequestClient client =
        RequestClient.start(
            ProtocolKind.RAFT, middlewares.get(SERVERS), SERVERS, Duration.ofMillis(50));
    assertThatThrownBy(() -> client.broadcast(Bytes.EMPTY))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "request 0 to servers 0 to 2 of client 3 had no reply in 50 ms; see whether the servers"
                + " run");
    assertThatThrownBy(() -> client.ask(1, Bytes.EMPTY))
        .hasMessageStartingWith("request 0 to server 1 of client 3 had no reply in 50 ms");
    assertThatThrownBy(() -> client.ask(3, Bytes.EMPTY))
        .hasMessage("process 3 is no server; servers are 0 to 2");
    Bytes tooLong = Bytes.wrap(new byte[RequestClient.MAX_CONTENT_BYTES + 1]);
    assertThatThrownBy(() -> client.broadcast(tooLong))
        .hasMessageContaining("exceeds the limit of 2097139");
  }

  @Test
  void aClientThatPretendsToBeAnotherChangesNothing() throws Exception {
    List<Middleware> middlewares = join();
    startServers(ProtocolKind.SKEEN, middlewares);
    ClientFrame forged = new ClientFrame(ClientFrame.Kind.REQUEST, 3, 7, Bytes.utf8("forged"));
    Content stolen = new Content(new MessageId(3, 0), Bytes.utf8("forged"));
    for (int server = 0; server < SERVERS; server++) {
      middlewares.get(4).send(server, forged.encode());
      middlewares.get(4).send(server, OrderCodec.encode(stolen));
    }
    RequestClient client =
        RequestClient.start(ProtocolKind.SKEEN, middlewares.get(4), SERVERS, TIMEOUT);
    client.ask(0, Bytes.utf8("own"));
    client.broadcast(Bytes.utf8("own"));
    assertThat(orders.get(0)).isNotEmpty().allMatch(it -> it.content().equals(Bytes.utf8("own")));
  }

  private List<RequestClient> start(ProtocolKind kind) throws Exception {
    List<Middleware> middlewares = join();
    startServers(kind, middlewares);
    List<RequestClient> clients = new ArrayList<>();
    for (Middleware middleware : middlewares.subList(SERVERS, middlewares.size())) {
      clients.add(RequestClient.start(kind, middleware, SERVERS, TIMEOUT));
    }
    return clients;
  }

  private void startServers(ProtocolKind kind, List<Middleware> middlewares) {
    for (Middleware middleware : middlewares.subList(0, SERVERS)) {
      List<Request> order = Collections.synchronizedList(new ArrayList<>());
      orders.add(order);
      opened.add(
          RequestServer.start(
              kind,
              middleware,
              SERVERS,
              request -> {
                order.add(request);
                missing.countDown();
                return Bytes.utf8("OK_" + request.content().toUtf8());
              }));
    }
  }

  /** All clients at once, each with one request after the other. */
  private void runAll(List<RequestClient> clients, Way way) throws Exception {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int k = 0; k < clients.size(); k++) {
      RequestClient client = clients.get(k);
      int server = k % SERVERS;
      tasks.add(
          () -> {
            for (int i = 0; i < EACH; i++) {
              Bytes reply = way.request(client, server, Bytes.utf8("request " + i));
              assertThat(reply.toUtf8()).isEqualTo("OK_request " + i);
            }
            return null;
          });
    }
    for (Future<Void> task : threads.invokeAll(tasks, SECONDS, TimeUnit.SECONDS)) {
      task.get();
    }
  }

  /** The middlewares of all servers and clients, by number. */
  private List<Middleware> join() throws Exception {
    int all = SERVERS + CLIENTS;
    SocketRegistration registration =
        SocketRegistration.start(new InetSocketAddress(LOOPBACK, 0), all);
    opened.add(registration);
    List<Future<Middleware>> joining = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      joining.add(threads.submit(() -> SocketMiddleware.join(registration.address(), LOOPBACK)));
    }
    Middleware[] joined = new Middleware[all];
    for (Future<Middleware> future : joining) {
      Middleware middleware = future.get(SECONDS, TimeUnit.SECONDS);
      opened.add(middleware);
      joined[middleware.group().self()] = middleware;
    }
    return List.of(joined);
  }
}
