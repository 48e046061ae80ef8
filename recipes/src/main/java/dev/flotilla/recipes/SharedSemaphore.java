package dev.flotilla.recipes;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.Kind;
import java.time.Duration;
import java.util.Optional;

/**
 * A semaphore in a group. Permits are given in the order in which they were asked for: nobody
 * overtakes one that waits for more. Any thread.
 */
public final class SharedSemaphore {
  private final RecipeSession session;
  private final String name;
  private final int capacity;

  SharedSemaphore(RecipeSession session, String name, int capacity) {
    this.session = session;
    this.name = name;
    this.capacity = capacity;
  }

  private Claiming claiming(int permits) {
    if (permits < 1 || permits > capacity) {
      throw new IllegalArgumentException(
          "semaphore %s has %s permits, so %s cannot be acquired"
              .formatted(name, capacity, permits));
    }
    return new Claiming(
        session, new RecipeSession.Wanted(Kind.SEMAPHORE, name, capacity, permits, Bytes.EMPTY));
  }

  /** Waits for a permit. */
  public Hold acquire() throws InterruptedException {
    return acquire(1);
  }

  /** Waits for permits, which are given at once. */
  public Hold acquire(int permits) throws InterruptedException {
    return claiming(permits).acquire();
  }

  /** As {@link #acquire(int)}, for a limited time. */
  public Optional<Hold> acquire(int permits, Duration atMost) throws InterruptedException {
    return claiming(permits).acquire(atMost);
  }

  /** Takes permits if they are free and nobody waits. */
  public Optional<Hold> tryAcquire(int permits) {
    return claiming(permits).tryAcquire();
  }
}
