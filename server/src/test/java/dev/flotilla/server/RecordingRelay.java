package dev.flotilla.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands before a server, hands on what it is sent, and keeps a copy of both directions. */
final class RecordingRelay implements AutoCloseable {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> responses = new CopyOnWriteArrayList<>();
  private final HttpServer http;
  private final URI target;

  private RecordingRelay(URI target) throws IOException {
    this.target = target;
    this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::relay);
    http.start();
  }

  static RecordingRelay before(URI server) throws IOException {
    return new RecordingRelay(server);
  }

  /** The way through the relay to where an address of the server leads. */
  URI to(URI address) {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + address.getPath());
  }

  /** Every body that was sent to the server. */
  List<String> requests() {
    return requests;
  }

  /** Every body that the server sent. */
  List<String> responses() {
    return responses;
  }

  @Override
  public void close() {
    http.stop(0);
  }

  private void relay(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] request = exchange.getRequestBody().readAllBytes();
      requests.add(new String(request, UTF_8));
      HttpResponse<byte[]> response =
          client.send(
              HttpRequest.newBuilder(target.resolve(exchange.getRequestURI()))
                  .header("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"))
                  .POST(HttpRequest.BodyPublishers.ofByteArray(request))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      responses.add(new String(response.body(), UTF_8));
      String type = response.headers().firstValue("Content-Type").orElseThrow();
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(response.statusCode(), response.body().length);
      exchange.getResponseBody().write(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
