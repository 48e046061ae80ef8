package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.client.LoadResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Clients that each send one request after the other, and none a second time; as a program {@code
 * WebLoad HOST:PORT CLIENTS WARM_SECONDS SECONDS}. Any thread; {@link #stop} blocks until each has
 * its answer.
 */
final class WebLoad {
  /** What the program prints when the clients begin. */
  static final String BEGUN = "requesting";

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int SIGNIFICANT_DIGITS = 3;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final String gateway;
  private final Recorder latencies = new Recorder(SIGNIFICANT_DIGITS);
  private final Map<WebRequest, AtomicLong> answered = new EnumMap<>(WebRequest.class);
  private final Map<WebRequest, AtomicLong> failed = new EnumMap<>(WebRequest.class);
  private final List<Thread> clients = new ArrayList<>();
  private volatile boolean isRunning = true;

  /**
   * Starts to send.
   *
   * @param gateway HOST:PORT
   */
  WebLoad(String gateway, int clientCount) {
    this.gateway = gateway;
    for (WebRequest kind : WebRequest.values()) {
      answered.put(kind, new AtomicLong());
      failed.put(kind, new AtomicLong());
    }
    for (int i = 0; i < clientCount; i++) {
      int number = i;
      Thread client = new Thread(() -> run(number), "web-client-" + i);
      client.setDaemon(true);
      clients.add(client);
      client.start();
    }
  }

  /**
   * Prints {@value #BEGUN} when the clients begin; when they have ended, the result of {@link
   * #measure}. Then waits until its input ends.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    WebLoad load = new WebLoad(arguments[0], Integer.parseInt(arguments[1]));
    System.out.println(BEGUN);
    LoadResult result =
        load.measure(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    System.out.println(result.encode());
    while (System.in.read() >= 0) {
      // The harness reads the processor time of this process meanwhile.
    }
    System.exit(0);
  }

  /**
   * Lets the clients send for a time, and stops them.
   *
   * @return latencies of the second part; answers and failures of both
   */
  private LoadResult measure(int warmSeconds, int seconds) throws InterruptedException {
    TimeUnit.SECONDS.sleep(warmSeconds);
    Histogram unused = latenciesSince();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(seconds);
    long nanos = System.nanoTime() - start;
    Histogram measured = latenciesSince();
    stop();
    Map<String, Long> failures = new TreeMap<>();
    failed.forEach((kind, count) -> failures.put(kind.name(), count.get()));
    long all = answered.values().stream().mapToLong(AtomicLong::get).sum();
    return new LoadResult(all, nanos, failures, measured);
  }

  /** What was answered since the last call, in nanoseconds. */
  Histogram latenciesSince() {
    return latencies.getIntervalHistogram();
  }

  /** Answered requests of a kind since the start. */
  long answered(WebRequest kind) {
    return of(answered, kind).get();
  }

  /** Requests of a kind that got no answer, or another one than 200. */
  long failed(WebRequest kind) {
    return of(failed, kind).get();
  }

  /** Lets each client finish its request. */
  void stop() throws InterruptedException {
    isRunning = false;
    for (Thread client : clients) {
      client.join();
    }
  }

  private void run(int client) {
    WebRequest[] kinds = WebRequest.values();
    for (long number = 0; isRunning; number++) {
      WebRequest kind = kinds[(int) (number % kinds.length)];
      long start = System.nanoTime();
      if (isAnswered(kind, kind.target(client, number))) {
        latencies.recordValue(System.nanoTime() - start);
        of(answered, kind).incrementAndGet();
      } else {
        of(failed, kind).incrementAndGet();
      }
    }
  }

  private boolean isAnswered(WebRequest kind, String target) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + gateway + target))
            .timeout(TIMEOUT)
            .method(
                kind.method(),
                kind == WebRequest.GET || kind == WebRequest.DELETE
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString("content of " + target));
    if (kind.hasKey()) {
      request.header("Idempotency-Key", target);
    }
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      return answer.statusCode() == OK;
    } catch (IOException e) {
      return false; // Counted as such, whatever the reason was.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isRunning = false;
      return false;
    }
  }

  private static AtomicLong of(Map<WebRequest, AtomicLong> counts, WebRequest kind) {
    AtomicLong count = counts.get(kind);
    if (count == null) {
      throw new IllegalStateException("all kinds are counted, and " + kind + " is not");
    }
    return count;
  }
}
