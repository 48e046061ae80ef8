package dev.flotilla.order.corba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.live.LiveProcess;
import dev.flotilla.order.live.ProtocolKind;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three processes in one JVM, each with an ORB of its own, on loopback. */
class CorbaMiddlewareTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int SIZE = 3;
  private static final int EACH = 20;
  private static final int STREAM = 500;
  private static final long SECONDS = Await.limitSeconds();

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<AutoCloseable> opened = Collections.synchronizedList(new ArrayList<>());

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
  void allProtocolsRunOnCorba(ProtocolKind kind) throws Exception {
    CountDownLatch missing = new CountDownLatch(SIZE * SIZE * EACH);
    List<List<MessageId>> orders = new ArrayList<>();
    List<LiveProcess> processes = new ArrayList<>();
    for (Middleware middleware : joinAll()) {
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

  @Test
  void messagesOfOneSenderArriveInOrderAndWhole() throws Exception {
    List<Middleware> middlewares = joinAll();
    BlockingQueue<Bytes> received = new LinkedBlockingQueue<>();
    List<Bytes> sent = new ArrayList<>();
    for (int i = 0; i < STREAM; i++) {
      // Some are longer than a fragment, and than many.
      byte[] content = new byte[i % 50 == 0 ? 300_000 : i];
      Arrays.fill(content, (byte) i);
      sent.add(Bytes.wrap(content));
    }
    sent.forEach(message -> middlewares.get(0).send(1, message));
    middlewares.get(1).start((from, message) -> received.add(message));
    for (Bytes message : sent) {
      assertThat(received.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(message);
    }
  }

  @Test
  void pingsOnCorbaComeBack() throws Exception {
    List<Middleware> middlewares = joinAll();
    for (int size : new int[] {0, 1, 100_000}) {
      assertThat(middlewares.get(0).pingNanos(2, Bytes.wrap(new byte[size]))).isPositive();
      assertThat(middlewares.get(2).pingNanos(1, Bytes.wrap(new byte[size]))).isPositive();
    }
  }

  @Test
  void theLongestMessageArrivesAndALongerOneIsRefused() throws Exception {
    List<Middleware> middlewares = joinAll();
    BlockingQueue<Integer> received = new LinkedBlockingQueue<>();
    middlewares.get(1).start((from, message) -> received.add(message.size()));
    middlewares.get(0).send(1, Bytes.wrap(new byte[Middleware.MAX_MESSAGE_BYTES]));
    assertThat(received.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(Middleware.MAX_MESSAGE_BYTES);
    Bytes longer = Bytes.wrap(new byte[Middleware.MAX_MESSAGE_BYTES + 1]);
    assertThatThrownBy(() -> middlewares.get(0).send(1, longer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16777217");
  }

  @Test
  void aProcessTooManyIsRefusedWithTheReason() throws Exception {
    CorbaRegistration registration = registration(1);
    opened.add(CorbaMiddleware.join(registration.address(), LOOPBACK));
    assertThatThrownBy(() -> CorbaMiddleware.join(registration.address(), LOOPBACK))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the group has its 1 processes; start another registration");
  }

  @Test
  void joiningWithoutARegistrationFails() throws Exception {
    CorbaRegistration registration = registration(1);
    registration.close();
    assertThatThrownBy(() -> CorbaMiddleware.join(registration.address(), LOOPBACK))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot join");
  }

  @Test
  void sendingToAProcessThatDiesDoesNotHang() throws Exception {
    List<Middleware> middlewares = joinAll();
    BlockingQueue<Integer> received = new LinkedBlockingQueue<>();
    middlewares.get(1).start((from, message) -> received.add(message.size()));
    middlewares.get(2).close();
    Bytes part = Bytes.wrap(new byte[1024 * 1024]);
    Future<?> sending =
        threads.submit(
            () -> {
              for (long sent = 0; sent <= 2 * PeerSender.MAX_WAITING_BYTES; sent += part.size()) {
                middlewares.get(0).send(2, part);
              }
            });
    middlewares.get(0).send(1, part);
    assertThat(received.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(part.size());
    sending.get(SECONDS, TimeUnit.SECONDS);
    assertThatThrownBy(() -> middlewares.get(0).pingNanos(2, part)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = ProtocolKind.class,
      names = {"CHANDRA_TOUEG", "RAFT"})
  void twoOfThreeGoOnAfterTheFirstHasCrashed(ProtocolKind kind) throws Exception {
    List<BlockingQueue<Bytes>> delivered = new ArrayList<>();
    List<LiveProcess> processes = new ArrayList<>();
    for (Middleware middleware : joinAll()) {
      BlockingQueue<Bytes> queue = new LinkedBlockingQueue<>();
      delivered.add(queue);
      processes.add(LiveProcess.start(kind, middleware, delivery -> queue.add(delivery.content())));
    }
    opened.addAll(processes);
    processes.get(1).broadcast(Bytes.utf8("before"));
    for (BlockingQueue<Bytes> queue : delivered) {
      assertThat(queue.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(Bytes.utf8("before"));
    }
    processes.get(0).close();
    processes.get(1).broadcast(Bytes.utf8("after"));
    for (BlockingQueue<Bytes> queue : delivered.subList(1, SIZE)) {
      assertThat(queue.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(Bytes.utf8("after"));
    }
  }

  private CorbaRegistration registration(int size) throws IOException {
    CorbaRegistration registration =
        CorbaRegistration.start(new InetSocketAddress(LOOPBACK, 0), size);
    opened.add(registration);
    return registration;
  }

  /** The middlewares, by the number that the registration has assigned. */
  private List<Middleware> joinAll() throws Exception {
    CorbaRegistration registration = registration(SIZE);
    List<Future<Middleware>> joining = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      joining.add(threads.submit(() -> CorbaMiddleware.join(registration.address(), LOOPBACK)));
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
}
