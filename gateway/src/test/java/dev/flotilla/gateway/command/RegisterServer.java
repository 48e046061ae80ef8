package dev.flotilla.gateway.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** A web server that keeps each value that was put, in order, but for the first one. */
final class RegisterServer implements AutoCloseable {
  /** The values in the order in which they were put. */
  final List<String> executed = new CopyOnWriteArrayList<>();

  private final AtomicBoolean isFirst = new AtomicBoolean(true);
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch dropped = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  private RegisterServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  static RegisterServer start() throws IOException {
    return new RegisterServer();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Whether the first value has arrived, which is not kept. */
  boolean hasFirst() {
    return held.getCount() == 0;
  }

  /** Closes the connection on which the first value came. */
  void dropFirst() {
    dropped.countDown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (exchange.getRequestMethod().equals("PUT")) {
        if (isFirst.getAndSet(false)) {
          held.countDown();
          dropped.await(); // Or until this server is closed.
          return;
        }
        executed.add(body);
      }
      exchange.sendResponseHeaders(200, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
