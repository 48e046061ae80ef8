package dev.flotilla.raft.progress;

import java.util.function.LongSupplier;

/**
 * Whether a newcomer keeps up, found out in rounds (thesis §4.2.1): each round is over when the
 * newcomer has all that the leader's log held when the round began. One that ended in time shows
 * that little would wait for the newcomer if it voted now; that holds for as long again.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class CatchUp {
  private final LongSupplier limitNanos;
  private long targetIndex;
  private long sinceNanos;
  private boolean wasShort;

  /**
   * Begins the first round.
   *
   * @param limitNanos a round that takes less is short: the election timeout in force
   */
  public CatchUp(LongSupplier limitNanos, long lastIndex, long nowNanos) {
    this.limitNanos = limitNanos;
    this.targetIndex = lastIndex;
    this.sinceNanos = nowNanos;
  }

  /** The newcomer has synced everything up to an index, and the leader's log ends at another. */
  public void reached(long matchIndex, long lastIndex, long nowNanos) {
    if (matchIndex < targetIndex) {
      return;
    }
    wasShort = isShort(nowNanos);
    targetIndex = lastIndex;
    sinceNanos = nowNanos;
  }

  public boolean isDone(long nowNanos) {
    return wasShort && isShort(nowNanos);
  }

  private boolean isShort(long nowNanos) {
    return nowNanos - sinceNanos < limitNanos.getAsLong();
  }
}
