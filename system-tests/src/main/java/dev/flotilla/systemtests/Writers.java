package dev.flotilla.systemtests;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Clients that have commands executed, one after another each, and know which were acknowledged and
 * which refused. A command whose outcome is unknown is left so.
 */
final class Writers implements AutoCloseable {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);
  private static final Executor AFTER_A_PAUSE =
      CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS);

  private final String padding;
  private final AtomicInteger numbers = new AtomicInteger();
  private final List<FlotillaClient<Fill, Long>> clients = new ArrayList<>();
  private volatile boolean running = true;

  /** Guarded by this. */
  private final BitSet acknowledged = new BitSet();

  /** Guarded by this. */
  private final BitSet refused = new BitSet();

  /** Guarded by this. */
  private int unknown;

  private Writers(int paddingBytes) {
    this.padding = "x".repeat(paddingBytes);
  }

  static Writers start(Group<Fill, Long> group, int count, int paddingBytes) throws IOException {
    Writers writers = new Writers(paddingBytes);
    for (int i = 0; i < count; i++) {
      FlotillaClient<Fill, Long> client = group.client().timeout(CALL_TIMEOUT).connect();
      writers.clients.add(client);
      writers.next(client);
    }
    return writers;
  }

  private void next(FlotillaClient<Fill, Long> client) {
    if (running) {
      int number = numbers.incrementAndGet();
      var unused =
          client
              .submit(new Fill(number, padding))
              .whenComplete(
                  (end, failure) -> {
                    heard(number, end);
                    AFTER_A_PAUSE.execute(() -> next(client));
                  });
    }
  }

  private synchronized void heard(int number, @Nullable Outcome<Long> end) {
    if (end instanceof Outcome.Done || end instanceof Outcome.DoneWithoutResult) {
      acknowledged.set(number);
    } else if (end instanceof Outcome.Refused) {
      refused.set(number);
    } else {
      unknown++;
    }
    notifyAll();
  }

  /** Waits until so many more are acknowledged; blocks. */
  synchronized void awaitAcknowledged(int more, long timeoutMillis)
      throws IOException, InterruptedException {
    int wanted = acknowledged.cardinality() + more;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (acknowledged.cardinality() < wanted) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new IOException("fewer than " + more + " commands in " + timeoutMillis + " ms");
      }
      wait(left);
    }
  }

  /** Those of which somebody was told that they are executed. */
  synchronized BitSet acknowledged() {
    return (BitSet) acknowledged.clone();
  }

  /** Those of which somebody was told that they never will be. */
  synchronized BitSet refused() {
    return (BitSet) refused.clone();
  }

  synchronized int unknown() {
    return unknown;
  }

  /** Asks for nothing more; what is under way is not waited for. */
  @Override
  public void close() {
    running = false;
    clients.forEach(FlotillaClient::close);
  }
}
