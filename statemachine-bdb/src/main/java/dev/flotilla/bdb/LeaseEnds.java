package dev.flotilla.bdb;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Outcome;
import dev.flotilla.bdb.KeyValueText.Ended;
import dev.flotilla.raft.model.Bytes;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Has the group remove keys whose leases have ended: log time moves with commands only, so somebody
 * has to send one.
 *
 * <p>A reader sends one if a lease that it has seen may have ended: log time never runs faster than
 * time, so the last log time that this client knows, and what has passed since it asked for it, is
 * a bound. Who watches sends one when the next lease ends, unless another has.
 *
 * <p>Any thread; one daemon thread of its own, as long as somebody watches.
 */
final class LeaseEnds implements AutoCloseable {
  private static final int MAX_ROUNDS = 1_000;
  private static final int CLOCK_TOLERANCE = 100;
  private static final int JITTER_MILLIS = 100;
  private static final long RETRY_MILLIS = 10_000;

  private final FlotillaClient<KeyValueRequest, Bytes> client;
  private final Random random = new Random();

  // Guarded by this.
  private long knownMillis;
  private long askedNanos;
  private boolean isKnown;
  private boolean isClosed;
  private long plannedNanos;
  private @Nullable ScheduledFuture<?> planned;
  private @Nullable ScheduledExecutorService timer;

  LeaseEnds(FlotillaClient<KeyValueRequest, Bytes> client) {
    this.client = client;
  }

  /** Whether the log time has certainly not come to a moment. */
  synchronized boolean isSurelyBefore(long expiresMillis) {
    if (!isKnown) {
      return false;
    }
    long passedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - askedNanos);
    return knownMillis + passedMillis + passedMillis / CLOCK_TOLERANCE + 1 < expiresMillis;
  }

  /** Removes all keys whose leases have ended; blocks. */
  void endNow() {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      long sentNanos = System.nanoTime();
      Ended ended = KeyValueText.ended(client.execute(KeyValueText.endLeases().request()));
      learn(ended.timeMillis(), sentNanos);
      if (ended.nextMillis().isEmpty() || ended.nextMillis().getAsLong() > ended.timeMillis()) {
        return;
      }
    }
  }

  private synchronized void learn(long timeMillis, long sentNanos) {
    knownMillis = timeMillis;
    askedNanos = sentNanos;
    isKnown = true;
  }

  /** A watch has seen a lease that lasts so long, or the answer to another's question. */
  synchronized void plan(long delayMillis) {
    if (isClosed) {
      return;
    }
    if (timer == null) {
      timer =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "flotilla-lease-ends");
                thread.setDaemon(true);
                return thread;
              });
    }
    long waitMillis = delayMillis + random.nextInt(JITTER_MILLIS);
    long atNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    boolean isSooner = planned == null || planned.isDone() || atNanos - plannedNanos < 0;
    if (isSooner) {
      if (planned != null) {
        boolean unused = planned.cancel(false);
      }
      plannedNanos = atNanos;
      planned = timer.schedule(this::ask, waitMillis, TimeUnit.MILLISECONDS);
    }
  }

  /** What the watch has seen of a question: it need not be asked before the next lease ends. */
  synchronized void saw(Ended ended) {
    if (planned != null) {
      boolean unused = planned.cancel(false);
      planned = null;
    }
    ended.nextMillis().ifPresent(next -> plan(Math.max(0, next - ended.timeMillis())));
  }

  private void ask() {
    var unused =
        client
            .submit(KeyValueText.endLeases().request())
            .thenAccept(
                outcome -> {
                  if (outcome instanceof Outcome.Refused || outcome instanceof Outcome.Unknown) {
                    plan(RETRY_MILLIS);
                  }
                });
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (timer != null) {
      timer.shutdownNow();
    }
  }
}
