package dev.flotilla.recipes;

import dev.flotilla.recipes.state.RecipeResult;
import java.util.concurrent.TimeUnit;

/**
 * The lease of one owner, as its client knows it: it counts from the moment at which the renewal
 * was sent that the group has confirmed, so it ends here no later than there. Any thread.
 */
final class OwnerLease {
  private static final int CLOCK_TOLERANCE = 100;

  private final long id;
  private final long ttlNanos;
  private volatile long confirmedNanos;
  private volatile boolean isLost;

  private OwnerLease(long id, long ttlMillis, long sentNanos) {
    this.id = id;
    long nanos = TimeUnit.MILLISECONDS.toNanos(ttlMillis);
    this.ttlNanos = nanos - nanos / CLOCK_TOLERANCE;
    this.confirmedNanos = sentNanos;
  }

  /** What the answer to an Open made. */
  static OwnerLease of(RecipeResult result, long ttlMillis, long sentNanos) {
    if (result instanceof RecipeResult.Full full) {
      throw new RecipesFull(full.reason());
    }
    return new OwnerLease(((RecipeResult.Opened) result).owner(), ttlMillis, sentNanos);
  }

  long id() {
    return id;
  }

  /** Whether the group has confirmed it recently enough. */
  boolean isHeld() {
    return !isLost && sinceConfirmedNanos() < ttlNanos;
  }

  /** How long it is held yet, if the group confirms nothing more; 0 or less if it is not. */
  long leftNanos() {
    return isLost ? 0 : ttlNanos - sinceConfirmedNanos();
  }

  long sinceConfirmedNanos() {
    return System.nanoTime() - confirmedNanos;
  }

  /** Renewals may be confirmed in another order than they were sent. */
  synchronized void confirm(long sentNanos) {
    if (sentNanos - confirmedNanos > 0) {
      confirmedNanos = sentNanos;
    }
  }

  void lose() {
    isLost = true;
  }
}
