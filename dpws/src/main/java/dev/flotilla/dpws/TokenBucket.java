package dev.flotilla.dpws;

/**
 * A budget that fills at a steady rate up to a limit: each thing that is done takes one token, and
 * what finds none is not done. One thread at a time; the time comes from outside.
 */
public final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double perSecond;
  private final double capacity;
  private double tokens;
  private long filledNanos;

  /**
   * A full bucket.
   *
   * @param perSecond how many tokens a second brings
   * @param capacity how many it holds
   * @param nowNanos the clock of all later calls
   */
  public TokenBucket(int perSecond, int capacity, long nowNanos) {
    this.perSecond = perSecond;
    this.capacity = capacity;
    this.tokens = capacity;
    this.filledNanos = nowNanos;
  }

  /** Whether there is a token now; takes none. */
  public boolean hasToken(long nowNanos) {
    double earned = Math.max(0, nowNanos - filledNanos) / NANOS_PER_SECOND * perSecond;
    tokens = Math.min(capacity, tokens + earned);
    filledNanos = nowNanos;
    return tokens >= 1;
  }

  /** Takes a token if there is one now. */
  public boolean take(long nowNanos) {
    boolean has = hasToken(nowNanos);
    if (has) {
      tokens--;
    }
    return has;
  }
}
