package dev.flotilla.systemtests.storage;

import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.Writers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Clients that each have one small command under way, all the time, and how long they wait. Phases
 * tell what else goes on. Any thread.
 */
final class SteadyLoad {
  private static final int CLIENTS = 4;
  private static final Bytes PARAMETERS = Bytes.utf8("x".repeat(100));
  private static final double MILLI_NANOS = 1e6;

  /** Latencies of one phase, in nanoseconds. */
  private static final class Samples {
    private final List<Long> nanos = new ArrayList<>();
    private final long beginNanos = System.nanoTime();
    private long endNanos;
  }

  private final GroupClient client;
  private final Map<String, Samples> phases = new LinkedHashMap<>();
  private Samples current;
  private final Writers writers = new Writers(0);
  private long executed;
  private long others;
  private String firstOther = "";

  SteadyLoad(GroupClient client, String phase) {
    this.client = client;
    this.current = new Samples();
    phases.put(phase, current);
    for (int i = 0; i < CLIENTS; i++) {
      writers.start(number -> write());
    }
  }

  private CompletionStage<Writers.End> write() {
    long beginNanos = System.nanoTime();
    return client
        .submit("note", PARAMETERS)
        .exceptionally(failure -> new CommandOutcome.Unknown("a stage failed: " + failure))
        .thenApply(outcome -> heard(System.nanoTime() - beginNanos, outcome));
  }

  private synchronized Writers.End heard(long nanos, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed) {
      executed++;
      current.nanos.add(nanos);
      return Writers.End.ACKNOWLEDGED;
    }
    others++;
    firstOther = firstOther.isEmpty() ? outcome.toString() : firstOther;
    return Writers.End.UNKNOWN;
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
    boolean isAnswered = true;
    try {
      writers.stop();
    } catch (IOException e) {
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
    if (samples.nanos.isEmpty()) {
      return "| " + name + " | 0 | | | | |\n";
    }
    List<Long> sorted = samples.nanos.stream().sorted().toList();
    double seconds = (samples.endNanos - samples.beginNanos) / 1e9;
    return String.format(
        Locale.ROOT,
        "| %s, %.0f s | %.0f | %.1f | %.1f | %.1f | %.0f |%n",
        name,
        seconds,
        sorted.size() / seconds,
        at(sorted, 0.5),
        at(sorted, 0.99),
        at(sorted, 0.999),
        at(sorted, 1));
  }

  private static double at(List<Long> sorted, double share) {
    int place = (int) Math.ceil(share * sorted.size()) - 1;
    return sorted.get(Math.max(0, place)) / MILLI_NANOS;
  }
}
