package dev.flotilla.sim;

/** A time in which nothing that clients ask for arrives; all of it arrives soon afterwards. */
final class ClientPause {
  private long untilNanos;

  void until(long nanos) {
    untilNanos = Math.max(untilNanos, nanos);
  }

  boolean isUnderWay(long nowNanos) {
    return nowNanos < untilNanos;
  }

  long untilNanos() {
    return untilNanos;
  }
}
