package dev.flotilla.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Waits for what other threads or processes bring about. A test waits for the very state that it
 * asserts next, and no longer than a limit: 60 s on an idle machine, and as many times longer as
 * this one is late. The limit is for failures only; no test may depend on its length. Blocks the
 * calling thread. Safe for use by several threads.
 */
public final class Await {
  /** What a wait looks at; an exception ends the wait. */
  @FunctionalInterface
  public interface Condition {
    /** Whether the wait is over. */
    boolean holds() throws Exception;
  }

  private static final Duration BASE = Duration.ofSeconds(60);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Lateness LATENESS = new Lateness();
  private static final Await USUAL = new Await(BASE, LATENESS::now, System::nanoTime);

  private final Duration base;
  private final DoubleSupplier lateness;
  private final LongSupplier nanoTime;

  /**
   * For another limit on an idle machine, another measure of how late this one is, and another
   * clock.
   */
  Await(Duration base, DoubleSupplier lateness, LongSupplier nanoTime) {
    this.base = base;
    this.lateness = lateness;
    this.nanoTime = nanoTime;
  }

  /** The limit now, for calls that have a timeout of their own. */
  public static Duration limit() {
    return USUAL.currentLimit();
  }

  /** The limit now, in whole seconds, at least 60. */
  public static long limitSeconds() {
    return limit().toSeconds();
  }

  /** The limit now, in milliseconds. */
  public static long limitMillis() {
    return limit().toMillis();
  }

  /**
   * Looks every 2 ms whether the condition holds.
   *
   * @param what is asked for the words of a failure
   * @throws AssertionError if it did not hold within the limit, or threw a checked exception
   */
  public static void until(Supplier<String> what, Condition condition) {
    USUAL.waitUntil(what, condition);
  }

  /** The same, for something that is there at last; it may be gone a moment later. */
  public static <T> T present(Supplier<String> what, Callable<Optional<T>> look) {
    CompletableFuture<T> found = new CompletableFuture<>();
    until(what, () -> look.call().map(found::complete).isPresent());
    return found.join();
  }

  /**
   * The result of a stage.
   *
   * @throws AssertionError if it has none within the limit, or failed with a checked exception
   */
  public static <T> T result(CompletionStage<T> stage) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    try {
      return future.get(limitMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("no result within " + limit(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Waits for a latch to reach 0.
   *
   * @throws AssertionError if it did not within the limit
   */
  public static void zero(CountDownLatch latch) {
    try {
      if (!latch.await(limitMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("the latch still has " + latch.getCount() + " after " + limit());
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** The limit grows if the machine becomes later meanwhile. */
  void waitUntil(Supplier<String> what, Condition condition) {
    long beganNanos = nanoTime.getAsLong();
    while (!holds(condition)) {
      long waitedNanos = nanoTime.getAsLong() - beganNanos;
      if (waitedNanos > base.toNanos() && waitedNanos > currentLimit().toNanos()) {
        throw new AssertionError(
            "not within %s, the limit on this machine now: %s"
                .formatted(Duration.ofNanos(waitedNanos), what.get()));
      }
      if (Thread.interrupted()) {
        throw interrupted(new InterruptedException("waiting for " + what.get()));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Duration currentLimit() {
    return Duration.ofNanos((long) (base.toNanos() * lateness.getAsDouble()));
  }

  private static AssertionError interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new AssertionError(e);
  }
}
