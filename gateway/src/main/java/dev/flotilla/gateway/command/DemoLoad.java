package dev.flotilla.gateway.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that send requests of four kinds through one of several gateways. A client that loses its
 * gateway goes to the next one. It sends a request again that may be repeated, as its kind says;
 * the outcome of any other is unknown then.
 */
final class DemoLoad implements AutoCloseable {
  /** The kinds of requests. */
  enum Kind {
    GET("GET", true),
    PUT("PUT", true),
    KEYED_POST("POST", true),
    PLAIN_POST("POST", false);

    final String method;
    final boolean isRepeatable;

    Kind(String method, boolean isRepeatable) {
      this.method = method;
      this.isRepeatable = isRepeatable;
    }
  }

  private static final int MAX_TRIES = 30;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final List<String> gateways;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final List<Thread> clients = new ArrayList<>();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();
  private final Set<String> failures = ConcurrentHashMap.newKeySet();
  private final Map<String, String> keyedAnswers = new ConcurrentHashMap<>();
  private volatile boolean running = true;

  DemoLoad(List<String> gateways, int clientCount) {
    this.gateways = gateways;
    for (int i = 0; i < clientCount; i++) {
      int number = i;
      Thread client = new Thread(() -> run(number), "demo-client-" + i);
      client.setDaemon(true);
      clients.add(client);
      client.start();
    }
  }

  private void run(int number) {
    int gateway = 0;
    for (int i = 0; running; i++) {
      Kind kind = Kind.values()[i % Kind.values().length];
      // A client puts rising versions of one thing, so that the order of the executions shows.
      String name = kind == Kind.PUT ? number + ExecutedPuts.VERSION + i : number + "-" + i;
      gateway = send(kind, "/" + kind + "/" + name, gateway);
    }
  }

  /** Sends a request until it is answered; returns the gateway that has answered. */
  private int send(Kind kind, String target, int firstGateway) {
    sent.incrementAndGet();
    int gateway = firstGateway;
    String problem = "";
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      try {
        HttpResponse<String> answer = ask(kind, target, gateway);
        if (answer.statusCode() == 200) {
          answered.incrementAndGet();
          if (kind == Kind.KEYED_POST) {
            keyedAnswers.put(target, answer.body());
          }
          return gateway;
        }
        problem = answer.statusCode() + " " + answer.body().strip();
      } catch (IOException e) {
        problem = e.toString();
        gateway = (gateway + 1) % gateways.size();
      }
      if (!kind.isRepeatable) {
        unknown.incrementAndGet();
        return gateway;
      }
      pause();
    }
    failed.incrementAndGet();
    failures.add(kind + " " + target + ": " + problem);
    return gateway;
  }

  private static void pause() {
    LockSupport.parkNanos(200_000_000);
  }

  private HttpResponse<String> ask(Kind kind, String target, int gateway) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + gateways.get(gateway) + target))
            .timeout(TIMEOUT);
    if (kind == Kind.KEYED_POST) {
      request.header("Idempotency-Key", target);
    }
    HttpRequest.BodyPublisher body =
        kind == Kind.GET
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString("content of " + target);
    try {
      return http.send(
          request.method(kind.method, body).build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Asks for the answers of the last keys again; returns how many were other answers. */
  int otherAnswersOfKeys(int most, int gateway) throws IOException {
    int others = 0;
    for (Map.Entry<String, String> each : keyedAnswers.entrySet().stream().limit(most).toList()) {
      HttpResponse<String> again = ask(Kind.KEYED_POST, each.getKey(), gateway);
      others += again.statusCode() == 200 && again.body().equals(each.getValue()) ? 0 : 1;
    }
    return others;
  }

  long sent() {
    return sent.get();
  }

  long answered() {
    return answered.get();
  }

  long failed() {
    return failed.get();
  }

  /**
   * Requests of which nobody knows whether they were executed: never those that may be repeated.
   */
  long unknown() {
    return unknown.get();
  }

  Set<String> failures() {
    return failures;
  }

  /** Lets each client finish its request. */
  void stop() {
    running = false;
    for (Thread client : clients) {
      try {
        client.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    running = false;
  }
}
