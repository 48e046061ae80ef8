package dev.flotilla.gateway.log;

import dev.flotilla.gateway.log.KeyValues.Written;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes for which nobody waits, and which must be made all the same: they are tried again until
 * the group has answered, or this process ends. Any thread.
 */
final class Retries {
  private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
  private static final int MAX_WAITING = 50_000;
  private static final long PAUSE_MILLIS = 500;

  private final ScheduledExecutorService timer;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean hasDropped = new AtomicBoolean();

  Retries(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /** The changes that are not made yet. */
  int waiting() {
    return waiting.get();
  }

  /** Makes a change; the stage completes when the group has answered, or never. */
  CompletionStage<Written> until(Supplier<CompletionStage<Written>> change) {
    CompletableFuture<Written> end = new CompletableFuture<>();
    if (waiting.incrementAndGet() > MAX_WAITING) {
      waiting.decrementAndGet();
      if (hasDropped.compareAndSet(false, true)) {
        LOG.error(
            "{} changes of the log wait for the group; further ones are dropped, and their entries"
                + " stay",
            MAX_WAITING);
      }
    } else {
      attempt(change, end);
    }
    return end;
  }

  private void attempt(Supplier<CompletionStage<Written>> change, CompletableFuture<Written> end) {
    var unused = change.get().thenAccept(written -> ended(change, end, written));
  }

  private void ended(
      Supplier<CompletionStage<Written>> change, CompletableFuture<Written> end, Written written) {
    if (written instanceof Written.Unavailable && !timer.isShutdown()) {
      var unused = timer.schedule(() -> attempt(change, end), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      waiting.decrementAndGet();
      end.complete(written);
    }
  }
}
