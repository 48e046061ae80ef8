package dev.flotilla.bench.harness.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.flotilla.dpws.HostPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executors;

/**
 * A web server as a program: {@code RecordingWebServer HOST:PORT FILE}. It appends the method and
 * the target of each request to the file, and answers.
 */
final class RecordingWebServer {
  private static final int THREADS = 16;
  private static final int BACKLOG = 200;

  private final Path file;

  private RecordingWebServer(Path file) {
    this.file = file;
  }

  /**
   * Serves until the process ends.
   *
   * @throws IOException if the address cannot be used
   */
  public static void main(String[] arguments) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // Or each answer takes 40 ms.
    HttpServer server = HttpServer.create(HostPort.parse(arguments[0]).resolved(), BACKLOG);
    server.setExecutor(Executors.newFixedThreadPool(THREADS));
    server.createContext("/", new RecordingWebServer(Path.of(arguments[1]))::answer);
    server.start();
    System.out.println(GatewayRun.SERVING + arguments[0]);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] unused = exchange.getRequestBody().readAllBytes();
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      if (!exchange.getRequestURI().getPath().equals("/")) { // which asks whether it lives
        write(request);
      }
      byte[] body = request.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private synchronized void write(String line) throws IOException {
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
