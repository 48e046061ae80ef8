package dev.flotilla.client.dpws;

import dev.flotilla.client.CommandOutcome.Reason;

/**
 * How a call ended after all its attempts.
 *
 * @param <T> the answer of a leader
 */
sealed interface CallEnd<T> {
  /** A leader answered. */
  record Answered<T>(T answer) implements CallEnd<T> {}

  /** Every attempt was refused. */
  record Refused<T>(Reason reason, String detail) implements CallEnd<T> {}

  /** Some attempt may have been executed. */
  record Unknown<T>(String detail) implements CallEnd<T> {}
}
