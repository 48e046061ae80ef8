package dev.flotilla.keys;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;

/**
 * From when until when a certificate is valid.
 *
 * @param from the first moment, in whole seconds
 * @param until the last one
 */
record Validity(Instant from, Instant until) {
  /** The clocks of devices are off. */
  static final Duration EARLIER = Duration.ofHours(1);

  /** From an hour ago on. */
  static Validity of(Instant now, Duration life) {
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    return new Validity(second.minus(EARLIER), second.plus(life));
  }

  /** The same, but not for longer than that. */
  Validity atMost(Instant end) {
    return new Validity(from, until.isAfter(end) ? end : until);
  }

  Date first() {
    return Date.from(from);
  }

  Date last() {
    return Date.from(until);
  }
}
