package dev.flotilla.node;

/**
 * Whether a state machine applies quickly enough for a thread that others wait for. Of the thread
 * that applies.
 *
 * <p>Single pauses do not count: a garbage collection or a busy machine delays every thread alike.
 */
final class ApplyPace {
  /** A batch is slow if it takes longer than this and {@link #PER_COMMAND_NANOS} a command. */
  static final long SLOW_NANOS = 5_000_000;

  /** A JVM that has just started takes so long for a command. */
  static final long PER_COMMAND_NANOS = 500_000;

  /** Of the last applies so large a share may be slow; about as many count as this has parts. */
  private static final double MAX_SLOW_SHARE = 0.2;

  private static final double WEIGHT = 0.02;

  private double slowShare;
  private boolean isSlow;

  ApplyPace(boolean isSlow) {
    this.isSlow = isSlow;
  }

  void took(long nanos, int commands) {
    boolean slow = nanos > SLOW_NANOS + commands * PER_COMMAND_NANOS;
    slowShare += WEIGHT * ((slow ? 1 : 0) - slowShare);
    isSlow |= slowShare > MAX_SLOW_SHARE;
  }

  /** Whether it has been slow; once it has, for good. */
  boolean isSlow() {
    return isSlow;
  }
}
