package dev.flotilla.recipes;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.Kind;
import java.time.Duration;
import java.util.Optional;

/**
 * A lock in a group, with fencing tokens. Those that wait get it in the order in which they came.
 * Not reentrant: each call makes a claim of its own.
 *
 * <p>Any thread. If the client loses its lease while it waits, it goes to the end of the line.
 */
public final class FencedLock {
  /** So many may share a lock. */
  public static final int MAX_SHARING = Kind.MAX_SHARING;

  private final RecipeSession session;
  private final String name;
  private final Claiming exclusive;

  FencedLock(RecipeSession session, String name) {
    this.session = session;
    this.name = name;
    this.exclusive = claiming(MAX_SHARING);
  }

  private Claiming claiming(int permits) {
    return new Claiming(
        session, new RecipeSession.Wanted(Kind.LOCK, name, MAX_SHARING, permits, Bytes.EMPTY));
  }

  /** Waits until it is held by this alone. */
  public Hold acquire() throws InterruptedException {
    return exclusive.acquire();
  }

  /**
   * Waits for a limited time.
   *
   * @return empty if the time was over
   */
  public Optional<Hold> acquire(Duration atMost) throws InterruptedException {
    return exclusive.acquire(atMost);
  }

  /** Takes it if it is free and nobody waits for it. */
  public Optional<Hold> tryAcquire() {
    return exclusive.tryAcquire();
  }

  /** Waits until it is held together with others that share it. */
  public Hold acquireShared() throws InterruptedException {
    return claiming(1).acquire();
  }

  /** As {@link #acquireShared()}, for a limited time. */
  public Optional<Hold> acquireShared(Duration atMost) throws InterruptedException {
    return claiming(1).acquire(atMost);
  }

  /** The names under which others know it. */
  @Override
  public String toString() {
    return "lock " + name;
  }
}
