package dev.flotilla.gateway.log;

import java.util.concurrent.TimeUnit;

/**
 * A point in time by two clocks: one that only goes forward, but may stand still while the machine
 * sleeps, and the one on the wall.
 */
record Moment(long nanos, long wallMillis) {
  static Moment now() {
    return new Moment(System.nanoTime(), System.currentTimeMillis());
  }

  /** The milliseconds since an earlier moment, by the clock that went further. */
  long millisSince(Moment earlier) {
    return Math.max(
        TimeUnit.NANOSECONDS.toMillis(nanos - earlier.nanos), wallMillis - earlier.wallMillis);
  }
}
