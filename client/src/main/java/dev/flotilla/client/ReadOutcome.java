package dev.flotilla.client;

/**
 * How a read ended. A read changes nothing, so that there is no unknown outcome.
 *
 * @param <T> what was asked for
 */
public sealed interface ReadOutcome<T> {
  /**
   * The answer.
   *
   * @param value what was asked for
   * @param state which state gave it
   * @param <T> its type
   */
  record Found<T>(T value, StateVersion state) implements ReadOutcome<T> {
    /** An answer of a state of which nothing is known. */
    public Found(T value) {
      this(value, StateVersion.UNKNOWN);
    }
  }

  /**
   * There is no such command in the state that was asked.
   *
   * @param state which state that was
   * @param <T> what was asked for
   */
  record Absent<T>(StateVersion state) implements ReadOutcome<T> {}

  /**
   * Nobody could confirm an answer before the deadline.
   *
   * @param reason the kind of refusal, of the last attempt
   * @param detail who was asked and what they said, with the remedy
   * @param <T> what was asked for
   */
  record Unavailable<T>(RefusalReason reason, String detail) implements ReadOutcome<T> {}
}
