package dev.flotilla.dpws.discovery;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When a datagram is sent again (SOAP-over-UDP 1.1, appendix A, with the constants of DPWS 1.1,
 * appendix B): after a random first pause, and then after pauses that double up to a limit.
 * (Programs of the WS-Discovery draft of 2005 have 500 ms for that limit.)
 *
 * @param repeats how many times after the first
 * @param min shortest first pause (UDP_MIN_DELAY)
 * @param max longest first pause (UDP_MAX_DELAY)
 * @param upper longest pause at all (UDP_UPPER_DELAY)
 */
record Retransmission(int repeats, Duration min, Duration max, Duration upper) {
  /** Of DPWS 1.1 for multicast and unicast alike: once more after 50 to 250 ms. */
  static final Retransmission DPWS =
      new Retransmission(1, Duration.ofMillis(50), Duration.ofMillis(250), Duration.ofMillis(450));

  Retransmission {
    if (repeats < 0 || min.isNegative() || min.compareTo(max) > 0 || max.compareTo(upper) > 0) {
      throw new IllegalArgumentException(
          "repeats %s, min %s, max %s, upper %s: need repeats >= 0 and 0 <= min <= max <= upper"
              .formatted(repeats, min, max, upper));
    }
  }

  /** The pauses between one sending and the next, in nanoseconds. */
  long[] pausesNanos(RandomGenerator random) {
    long[] pauses = new long[repeats];
    long pause = random.nextLong(min.toNanos(), max.toNanos() + 1);
    for (int i = 0; i < repeats; i++) {
      pauses[i] = pause;
      pause = Math.min(2 * pause, upper.toNanos());
    }
    return pauses;
  }
}
