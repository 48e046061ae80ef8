package dev.flotilla.dpws.http;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Echoes SOAP messages over loopback and prints pairs per second; run by hand.
 *
 * <pre>
 *   EchoBenchmark server PORT LOOPS
 *   EchoBenchmark client PORT THREADS CONNECTIONS IN_FLIGHT SECONDS
 *   EchoBenchmark both THREADS CONNECTIONS IN_FLIGHT SECONDS
 * </pre>
 */
final class EchoBenchmark {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_SAMPLES = 4_000_000;
  private static final String TEXT = "x".repeat(100);

  private EchoBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int[] numbers = Arrays.stream(arguments).skip(1).mapToInt(Integer::parseInt).toArray();
    switch (arguments[0]) {
      case "server" -> {
        serve(numbers[0], EventLoops.start(numbers[1], "server"));
        Thread.currentThread().join();
      }
      case "client" -> call(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
      case "both" -> {
        EventLoops loops = EventLoops.start(1, "server");
        HttpEndpoint endpoint = serve(0, loops);
        int port = endpoint.address().getPort();
        call(port, numbers[0], numbers[1], numbers[2], numbers[3]);
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static HttpEndpoint serve(int port, EventLoops loops) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpEndpoint endpoint = HttpEndpoint.open(loops, address, HttpLimits.DEFAULT);
    endpoint.serve("/echo", Echo.service());
    return endpoint;
  }

  private static void call(int port, int threads, int connections, int inFlight, int seconds)
      throws Exception {
    URI address = URI.create("http://127.0.0.1:" + port + "/echo");
    CallerOptions options = CallerOptions.DEFAULT.withConnections(connections, inFlight);
    try (EventLoops loops = EventLoops.start(1, "client");
        SoapCaller caller = new SoapCaller(loops, options)) {
      LongAdder pairs = new LongAdder();
      Window window = new Window(System.nanoTime() + seconds * 1_000_000_000L);
      Thread[] callers = new Thread[threads];
      for (int i = 0; i < threads; i++) {
        callers[i] = new Thread(() -> loop(caller, address, pairs, window));
        callers[i].start();
      }
      for (int second = 0; second < seconds; second++) {
        long before = pairs.sum();
        callers[0].join(1_000);
        System.out.printf("%d pairs/s%n", pairs.sum() - before);
      }
      for (Thread thread : callers) {
        thread.join();
      }
      window.print();
    }
  }

  private static void loop(SoapCaller caller, URI address, LongAdder pairs, Window window) {
    while (window.isOpen()) {
      long start = System.nanoTime();
      caller.call(address, Echo.OPERATION, TEXT, TIMEOUT).toCompletableFuture().join();
      window.record(System.nanoTime() - start);
      pairs.increment();
    }
  }

  /** Latencies of the last part of the run. */
  private static final class Window {
    private final long endNanos;
    private final int[] samples = new int[MAX_SAMPLES];
    private int next;

    Window(long endNanos) {
      this.endNanos = endNanos;
    }

    boolean isOpen() {
      return System.nanoTime() < endNanos;
    }

    synchronized void record(long nanos) {
      samples[next++ % MAX_SAMPLES] = (int) nanos;
    }

    void print() {
      int count = Math.min(next, MAX_SAMPLES);
      int[] last = Arrays.copyOfRange(samples, count / 2, count);
      Arrays.sort(last);
      System.out.printf(
          "p50 %d us, p99 %d us%n",
          last[last.length / 2] / 1_000, last[(int) (last.length * 0.99)] / 1_000);
    }
  }
}
