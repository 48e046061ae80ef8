package dev.flotilla.gateway.proxy;

import java.util.Set;

/**
 * When a request is dispatched again.
 *
 * @param maxAttempts how often it is dispatched in all; 1 for never again
 * @param statuses the answers after which it is
 */
public record Redispatch(int maxAttempts, Set<Integer> statuses) {
  /** Up to 10 times, after 502, 503 and 504. */
  public static final Redispatch DEFAULT = new Redispatch(10, Set.of(502, 503, 504));

  /** Never. */
  public static final Redispatch NEVER = new Redispatch(1, Set.of());

  /** Copies the set. */
  public Redispatch {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException(
          "a request is dispatched at least once, not " + maxAttempts + " times");
    }
    statuses = Set.copyOf(statuses);
  }
}
