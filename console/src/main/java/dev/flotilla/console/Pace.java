package dev.flotilla.console;

/** When values may be read again. Without a clock and threads of its own; not thread-safe. */
final class Pace {
  private final long pauseNanos;
  private boolean reading;
  private boolean asked;
  private boolean hasRead;
  private long lastNanos;

  /**
   * A pace at which nothing was read yet.
   *
   * @param pauseNanos the shortest time between the beginnings of two reads
   */
  Pace(long pauseNanos) {
    this.pauseNanos = pauseNanos;
  }

  /** Wants one read, whether somebody watches or not. */
  void askOnce() {
    asked = true;
  }

  /**
   * Whether a read begins now.
   *
   * @param isWatched whether somebody wants reads all the time
   */
  boolean begins(long nowNanos, boolean isWatched) {
    if (reading || !(isWatched || asked) || waitNanos(nowNanos) > 0) {
      return false;
    }
    reading = true;
    asked = false;
    hasRead = true;
    lastNanos = nowNanos;
    return true;
  }

  void ended() {
    reading = false;
  }

  /** Whether a read is only waiting for its time. */
  boolean isWaiting(boolean isWatched) {
    return !reading && (isWatched || asked);
  }

  /** How long until a read may begin. */
  long waitNanos(long nowNanos) {
    return hasRead ? Math.max(0, pauseNanos - (nowNanos - lastNanos)) : 0;
  }
}
