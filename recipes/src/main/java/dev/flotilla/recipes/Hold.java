package dev.flotilla.recipes;

import java.time.Duration;

/**
 * Something that this client holds: a lock, the leadership, permits, a membership. The client
 * renews it until it is released.
 *
 * <p>It is lost if the group has not confirmed it for as long as the lease: because the group
 * cannot be reached, or because this process was paused. Send the {@link #token} to what the lock
 * protects, and have it checked there ({@link Fence}): a paused process may go on before it learns
 * that it has lost the lock.
 *
 * <p>Any thread.
 */
public final class Hold implements AutoCloseable {
  private final RecipeSession session;
  private final ActiveClaim claim;
  private final long token;

  Hold(RecipeSession session, ActiveClaim claim, long token) {
    this.session = session;
    this.claim = claim;
    this.token = token;
  }

  /**
   * The fencing token: greater than that of each who held the same before. Those that share a lock
   * at a time have the same token.
   */
  public long token() {
    return token;
  }

  /** Returns whether it is held, as far as this process knows. Does not block. */
  public boolean isHeld() {
    return claim.isHeld();
  }

  /**
   * Returns how long it is held yet, as far as this process knows, if the group confirms nothing
   * more; zero if it is not held. What must have ended before another may hold the same ends by
   * then. A machine that is suspended may not count that time. Does not block.
   */
  public Duration left() {
    return claim.left();
  }

  /**
   * Calls when it is lost, once, on a thread of its own; at once if it is lost already. Not called
   * after {@link #close}. The next call waits for the end of this one: do not block.
   *
   * @return this
   */
  public Hold onLost(Runnable told) {
    claim.onLost(told);
    return this;
  }

  /**
   * Releases it. Blocks until the group has answered, or its time limit is over: then the release
   * goes on in the background until the group has executed it or the lease is over. Idempotent;
   * does not throw.
   */
  @Override
  public void close() {
    session.release(claim);
  }
}
