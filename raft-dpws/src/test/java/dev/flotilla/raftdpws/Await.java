package dev.flotilla.raftdpws;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what other threads bring about. */
final class Await {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private static final CompletableFuture<Void> NEVER = new CompletableFuture<>();
  private static final long LOOK_MILLIS = 2;

  private Await() {}

  /** Parks between looks. */
  static void until(Supplier<String> what, BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + LIMIT + ": " + what.get());
      }
      park();
    }
  }

  /** The same for something that is there at last; it may be gone a moment later. */
  static <T> T present(Supplier<String> what, Supplier<Optional<T>> look) {
    CompletableFuture<T> found = new CompletableFuture<>();
    until(what, () -> look.get().map(found::complete).isPresent());
    return found.join();
  }

  static <T> T result(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("no result within " + LIMIT, e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void park() {
    try {
      NEVER.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return;
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
