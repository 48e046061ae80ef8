package dev.flotilla.systemtests.storage;

import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.raft.model.Bytes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Clients that each have one small command under way, all the time, and how long they wait. Phases
 * tell what else goes on. Any thread.
 */
final class SteadyLoad {
  private static final int CLIENTS = 4;
  private static final Bytes PARAMETERS = Bytes.utf8("x".repeat(100));
  private static final int END_SECONDS = 60;
  private static final double MILLI_NANOS = 1e6;

  /** Of each phase, at the most: enough for some minutes. */
  private static final int MAX_SAMPLES = 1_000_000;

  /** Latencies of one phase, in nanoseconds. */
  private static final class Samples {
    private final long[] nanos = new long[MAX_SAMPLES];
    private int count;
    private final long beginNanos = System.nanoTime();
    private long endNanos;
  }

  private final GroupClient client;
  private final Map<String, Samples> phases = new LinkedHashMap<>();
  private Samples current;
  private final CompletableFuture<?>[] ended = new CompletableFuture<?>[CLIENTS];
  private volatile boolean running = true;
  private long executed;
  private long others;
  private String firstOther = "";

  SteadyLoad(GroupClient client, String phase) {
    this.client = client;
    this.current = new Samples();
    phases.put(phase, current);
    for (int i = 0; i < CLIENTS; i++) {
      ended[i] = new CompletableFuture<>();
      next(ended[i]);
    }
  }

  private void next(CompletableFuture<?> end) {
    if (!running) {
      end.complete(null);
      return;
    }
    long beginNanos = System.nanoTime();
    var unused =
        client
            .submit("note", PARAMETERS)
            .whenComplete(
                (outcome, failure) -> {
                  CommandOutcome unknown = new CommandOutcome.Unknown("a stage failed: " + failure);
                  heard(System.nanoTime() - beginNanos, outcome == null ? unknown : outcome);
                  next(end);
                });
  }

  private synchronized void heard(long nanos, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed) {
      executed++;
      if (current.count < MAX_SAMPLES) {
        current.nanos[current.count] = nanos;
        current.count++;
      }
    } else {
      others++;
      firstOther = firstOther.isEmpty() ? outcome.toString() : firstOther;
    }
  }

  /** Something else goes on from now on. */
  synchronized void phase(String name) {
    current.endNanos = System.nanoTime();
    current = new Samples();
    phases.put(name, current);
  }

  /**
   * Lets the last commands end.
   *
   * @return whether each was executed
   */
  boolean stop() throws InterruptedException {
    running = false;
    boolean isAnswered = true;
    try {
      CompletableFuture.allOf(ended).get(END_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      isAnswered = false;
    }
    synchronized (this) {
      current.endNanos = System.nanoTime();
      return isAnswered && others == 0;
    }
  }

  /** How many were executed, and what the first other end was. */
  synchronized String summary() {
    return executed + " commands executed, " + others + " not " + firstOther;
  }

  /** A row a phase. */
  synchronized String table() {
    StringBuilder table =
        new StringBuilder(
            """
            | commands | a second | p50 ms | p99 ms | p99.9 ms | longest ms |
            | --- | ---: | ---: | ---: | ---: | ---: |
            """);
    phases.forEach((name, samples) -> table.append(row(name, samples)));
    return table.toString();
  }

  private static String row(String name, Samples samples) {
    if (samples.count == 0) {
      return "| " + name + " | 0 | | | | |\n";
    }
    long[] sorted = Arrays.copyOf(samples.nanos, samples.count);
    Arrays.sort(sorted);
    double seconds = (samples.endNanos - samples.beginNanos) / 1e9;
    return String.format(
        Locale.ROOT,
        "| %s, %.0f s | %.0f | %.1f | %.1f | %.1f | %.0f |%n",
        name,
        seconds,
        samples.count / seconds,
        at(sorted, 0.5),
        at(sorted, 0.99),
        at(sorted, 0.999),
        at(sorted, 1));
  }

  private static double at(long[] sorted, double share) {
    int place = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, place)] / MILLI_NANOS;
  }
}
