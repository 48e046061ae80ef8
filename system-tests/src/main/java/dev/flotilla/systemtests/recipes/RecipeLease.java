package dev.flotilla.systemtests.recipes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One owner of a client, and what it may hold. Its lease is never renewed, so that it ends by
 * itself. Used by one step of the client after another, and by whoever closes it after the last.
 */
final class RecipeLease {
  private static final int CLOCK_TOLERANCE = 50;

  private final long owner;
  private final long earliestEndNanos;
  private final Map<String, RecipeStep> held = new LinkedHashMap<>();
  private long claims;

  /**
   * Of an owner that was opened.
   *
   * @param sentNanos when the client asked for it: its lease cannot have begun before
   */
  RecipeLease(long owner, long ttlNanos, long sentNanos) {
    this.owner = owner;
    this.earliestEndNanos = sentNanos + ttlNanos - ttlNanos / CLOCK_TOLERANCE;
  }

  long owner() {
    return owner;
  }

  /** The number of one more claim, from 1 on. */
  synchronized long nextClaim() {
    return ++claims;
  }

  synchronized long claims() {
    return claims;
  }

  /** Nobody else may get what it holds before. */
  long earliestEndNanos() {
    return earliestEndNanos;
  }

  /** Notes that this step has, or may have, got what it asked for. */
  synchronized void mayHold(RecipeStep acquired) {
    held.put(acquired.value().orElseThrow(), acquired);
  }

  /** Notes that it certainly does not hold that. */
  synchronized void holdsNot(RecipeStep step) {
    held.remove(step.value().orElseThrow());
  }

  /** What it may hold at the end. */
  synchronized List<RecipeStep> held() {
    return List.copyOf(held.values());
  }
}
