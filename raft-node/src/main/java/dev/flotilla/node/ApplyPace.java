package dev.flotilla.node;

/**
 * Whether a state machine applies quickly enough for a thread that others wait for. Of the thread
 * that applies.
 *
 * <p>Single pauses do not count: a garbage collection or a busy machine delays every thread alike.
 */
final class ApplyPace {
  /** An apply that takes longer is slow. */
  static final long SLOW_NANOS = 5_000_000;

  /** Of the last applies so large a share may be slow; about as many count as this has parts. */
  private static final double MAX_SLOW_SHARE = 0.1;

  private static final double WEIGHT = 0.02;

  private double slowShare;
  private boolean isSlow;

  ApplyPace(boolean isSlow) {
    this.isSlow = isSlow;
  }

  void took(long nanos) {
    slowShare += WEIGHT * ((nanos > SLOW_NANOS ? 1 : 0) - slowShare);
    isSlow |= slowShare > MAX_SLOW_SHARE;
  }

  /** Whether it has been slow; once it has, for good. */
  boolean isSlow() {
    return isSlow;
  }
}
