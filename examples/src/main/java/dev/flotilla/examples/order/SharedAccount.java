package dev.flotilla.examples.order;

import dev.flotilla.order.Delivery;
import dev.flotilla.order.TotalOrder;
import dev.flotilla.order.live.LiveProcess;
import dev.flotilla.order.live.ProtocolKind;
import dev.flotilla.order.sockets.SocketMiddleware;
import dev.flotilla.order.sockets.SocketRegistration;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * One replica of an account that never goes below zero: a withdrawal that is not covered is
 * refused. So the order of deposits and withdrawals matters, and total order makes it the same at
 * all replicas, whoever sends them.
 */
public final class SharedAccount implements TotalOrder.Deliveries {
  private static final int REPLICAS = 3;

  private final List<String> statement = new ArrayList<>();
  private final CountDownLatch missing;
  private long balance = 100;

  private SharedAccount(int changes) {
    this.missing = new CountDownLatch(changes);
  }

  @Override
  public void delivered(Delivery delivery) {
    long amount = Long.parseLong(delivery.content().toUtf8());
    boolean isCovered = balance + amount >= 0;
    balance += isCovered ? amount : 0;
    statement.add(amount + (isCovered ? "" : " refused") + " -> " + balance);
    missing.countDown();
  }

  /** Prints what each replica has done. */
  public static void main(String[] arguments) throws Exception {
    List<List<String>> statements = run(ProtocolKind.SKEEN, List.of(300L, -400L, -50L));
    statements.forEach(System.out::println);
  }

  /** Has each change sent by another replica at the same time, and returns their statements. */
  static List<List<String>> run(ProtocolKind protocol, List<Long> changes) throws Exception {
    InetAddress host = InetAddress.getLoopbackAddress();
    List<SharedAccount> replicas = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    try (SocketRegistration registration =
        SocketRegistration.start(new InetSocketAddress(host, 0), REPLICAS)) {
      CountDownLatch allEnded = new CountDownLatch(REPLICAS);
      for (int i = 0; i < REPLICAS; i++) {
        SharedAccount replica = new SharedAccount(changes.size());
        replicas.add(replica);
        threads.add(
            new Thread(
                () -> replica.join(protocol, registration.address(), host, changes, allEnded)));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    return replicas.stream().map(replica -> List.copyOf(replica.statement)).toList();
  }

  private void join(
      ProtocolKind protocol,
      InetSocketAddress registration,
      InetAddress host,
      List<Long> changes,
      CountDownLatch allEnded) {
    try (SocketMiddleware middleware = SocketMiddleware.join(registration, host);
        TotalOrder order = LiveProcess.start(protocol, middleware, this)) {
      int self = order.group().self();
      for (int i = self; i < changes.size(); i += REPLICAS) {
        order.broadcast(Bytes.utf8(changes.get(i).toString()));
      }
      missing.await();
      allEnded.countDown();
      allEnded.await();
    } catch (IOException e) {
      throw new IllegalStateException("a replica has failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
