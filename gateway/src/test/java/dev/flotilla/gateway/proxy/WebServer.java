package dev.flotilla.gateway.proxy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.flotilla.dpws.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web server of a test, which remembers what it was asked, but for probes. */
final class WebServer implements AutoCloseable {
  static {
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  static final String PROBE = "/probe";

  /** What it was asked. */
  record Asked(String method, String target, Headers headers, String body) {}

  /** Answers a request. */
  interface Handler {
    void handle(HttpExchange exchange, byte[] body) throws IOException;
  }

  final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private WebServer(HttpServer server) {
    this.server = server;
  }

  /** A server that answers each request with its method and target. */
  static WebServer echoing() throws IOException {
    return answering(
        (exchange, body) ->
            answer(exchange, 200, exchange.getRequestMethod() + " " + exchange.getRequestURI()));
  }

  static WebServer answering(Handler handler) throws IOException {
    return answering(0, handler);
  }

  static WebServer answering(int port, Handler handler) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
    WebServer server = new WebServer(http);
    http.setExecutor(server.threads);
    http.createContext("/", exchange -> server.handle(exchange, handler));
    http.start();
    return server;
  }

  private void handle(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestURI().toString().equals(PROBE)) {
        answer(exchange, 200, "well");
        return;
      }
      asked.add(
          new Asked(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              new String(body, StandardCharsets.ISO_8859_1)));
      handler.handle(exchange, body);
    }
  }

  static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    boolean hasBody = !exchange.getRequestMethod().equals("HEAD") && content.length > 0;
    exchange.sendResponseHeaders(status, hasBody ? content.length : -1);
    if (hasBody) {
      exchange.getResponseBody().write(content);
    }
  }

  HostPort address() {
    return new HostPort(
        server.getAddress().getAddress().getHostAddress(), server.getAddress().getPort());
  }

  @Override
  public void close() {
    kill();
  }

  /** Closes all its connections, also in the middle of an answer. */
  void kill() {
    server.stop(0);
    threads.shutdownNow();
  }
}
