package dev.flotilla.order.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.order.MessageId;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.TotalOrder;
import dev.flotilla.order.rmi.RmiMiddleware;
import dev.flotilla.order.rmi.RmiRegistration;
import dev.flotilla.order.soap.SoapMiddleware;
import dev.flotilla.order.sockets.SocketMiddleware;
import dev.flotilla.order.sockets.SocketRegistration;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three processes in one JVM, on loopback. */
class MiddlewaresTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int SIZE = 3;
  private static final int EACH = 20;
  private static final long SECONDS = Await.limitSeconds();

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<AutoCloseable> opened = Collections.synchronizedList(new ArrayList<>());

  private interface Join {
    Middleware join() throws IOException;
  }

  @AfterEach
  void close() throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
    threads.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource(ProtocolKind.class)
  void allProtocolsRunOnSockets(ProtocolKind kind) throws Exception {
    requireOneOrder(kind, sockets());
  }

  @ParameterizedTest
  @EnumSource(ProtocolKind.class)
  void allProtocolsRunOnRmi(ProtocolKind kind) throws Exception {
    requireOneOrder(kind, rmi());
  }

  @ParameterizedTest
  @EnumSource(ProtocolKind.class)
  void allProtocolsRunOnSoap(ProtocolKind kind) throws Exception {
    requireOneOrder(kind, soap());
  }

  @Test
  void pingsOnSoapComeBack() throws Exception {
    requirePings(soap());
  }

  @Test
  void pingsOnSocketsComeBack() throws Exception {
    requirePings(sockets());
  }

  @Test
  void pingsOnRmiComeBack() throws Exception {
    requirePings(rmi());
  }

  @ParameterizedTest
  @EnumSource(
      value = ProtocolKind.class,
      names = {"CHANDRA_TOUEG", "RAFT"})
  void twoOfThreeGoOnAfterTheFirstHasCrashed(ProtocolKind kind) throws Exception {
    List<Middleware> middlewares = sockets();
    CountDownLatch first = new CountDownLatch(SIZE);
    CountDownLatch second = new CountDownLatch(2);
    List<LiveProcess> processes = new ArrayList<>();
    for (Middleware middleware : middlewares) {
      CompletableFuture<Integer> count = new CompletableFuture<>();
      processes.add(
          LiveProcess.start(
              kind,
              middleware,
              delivery -> {
                if (count.complete(1)) {
                  first.countDown();
                } else {
                  second.countDown();
                }
              }));
    }
    opened.addAll(processes);
    processes.get(1).broadcast(Bytes.utf8("before"));
    assertThat(first.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    processes.get(0).close();
    processes.get(1).broadcast(Bytes.utf8("after"));
    assertThat(second.await(SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatIsNoMessageOfAMemberChangesNothing() throws Exception {
    List<Middleware> middlewares = sockets();
    middlewares.get(1).send(0, Bytes.utf8("no message"));
    middlewares.get(2).send(0, Bytes.EMPTY);
    requireOneOrder(ProtocolKind.SKEEN, middlewares);
  }

  @Test
  void aContentThatIsTooLongIsRejectedAtOnce() throws Exception {
    LiveProcess process = LiveProcess.start(ProtocolKind.SKEEN, sockets().get(0), it -> {});
    opened.add(process);
    Bytes content = Bytes.wrap(new byte[TotalOrder.MAX_CONTENT_BYTES + 1]);
    assertThatThrownBy(() -> process.broadcast(content))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("split it");
  }

  @Test
  void theLongestContentPassesAllProtocols() throws Exception {
    for (ProtocolKind kind : ProtocolKind.values()) {
      Bytes content = Bytes.wrap(new byte[TotalOrder.MAX_CONTENT_BYTES]);
      CountDownLatch missing = new CountDownLatch(SIZE);
      List<LiveProcess> processes = new ArrayList<>();
      for (Middleware middleware : sockets()) {
        processes.add(
            LiveProcess.start(
                kind,
                middleware,
                delivery -> {
                  assertThat(delivery.content()).isEqualTo(content);
                  missing.countDown();
                }));
      }
      opened.addAll(processes);
      processes.get(1).broadcast(content);
      assertThat(missing.await(SECONDS, TimeUnit.SECONDS)).as("%s", kind).isTrue();
    }
  }

  private List<Middleware> sockets() throws Exception {
    SocketRegistration registration =
        SocketRegistration.start(new InetSocketAddress(LOOPBACK, 0), SIZE);
    opened.add(registration);
    return joinAll(() -> SocketMiddleware.join(registration.address(), LOOPBACK));
  }

  private List<Middleware> rmi() throws Exception {
    RmiRegistration registration = RmiRegistration.start(new InetSocketAddress(LOOPBACK, 0), SIZE);
    opened.add(registration);
    return joinAll(() -> RmiMiddleware.join(registration.address(), LOOPBACK));
  }

  private List<Middleware> soap() throws Exception {
    String name = "test-" + UUID.randomUUID();
    DiscoverySettings settings = DiscoverySettings.loopback();
    return joinAll(() -> SoapMiddleware.join(name, SIZE, settings, LOOPBACK));
  }

  /** The middlewares, by the number that the registration has assigned. */
  private List<Middleware> joinAll(Join join) throws Exception {
    List<Future<Middleware>> joining = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      joining.add(threads.submit(join::join));
    }
    Middleware[] joined = new Middleware[SIZE];
    for (Future<Middleware> future : joining) {
      Middleware middleware = future.get(SECONDS, TimeUnit.SECONDS);
      opened.add(middleware);
      assertThat(middleware.group().size()).isEqualTo(SIZE);
      joined[middleware.group().self()] = middleware;
    }
    assertThat(joined).doesNotContainNull();
    return List.of(joined);
  }

  private void requireOneOrder(ProtocolKind kind, List<Middleware> middlewares) throws Exception {
    CountDownLatch missing = new CountDownLatch(SIZE * SIZE * EACH);
    List<List<MessageId>> orders = new ArrayList<>();
    List<LiveProcess> processes = new ArrayList<>();
    for (Middleware middleware : middlewares) {
      List<MessageId> order = Collections.synchronizedList(new ArrayList<>());
      orders.add(order);
      LiveProcess process =
          LiveProcess.start(
              kind,
              middleware,
              delivery -> {
                order.add(delivery.id());
                missing.countDown();
              });
      processes.add(process);
      opened.add(process);
    }
    for (int i = 0; i < EACH; i++) {
      Bytes content = Bytes.wrap(new byte[i * 100]);
      processes.forEach(process -> process.broadcast(content));
    }
    assertThat(missing.await(SECONDS, TimeUnit.SECONDS)).as("missing: %s", missing).isTrue();
    assertThat(orders.get(0)).hasSize(SIZE * EACH).doesNotHaveDuplicates();
    assertThat(orders).containsOnly(orders.get(0));
  }

  private static void requirePings(List<Middleware> middlewares) throws IOException {
    for (int size : new int[] {0, 1, 100_000}) {
      assertThat(middlewares.get(0).pingNanos(2, Bytes.wrap(new byte[size]))).isPositive();
      assertThat(middlewares.get(2).pingNanos(1, Bytes.wrap(new byte[size]))).isPositive();
    }
  }
}
