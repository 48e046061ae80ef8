package dev.flotilla.client;

/**
 * How a linearizable read ended. A read changes nothing, so that there is no unknown outcome.
 *
 * @param <T> what was asked for
 */
public sealed interface ReadOutcome<T> {
  /**
   * The answer.
   *
   * @param value what was asked for
   * @param <T> its type
   */
  record Found<T>(T value) implements ReadOutcome<T> {}

  /**
   * A leader confirmed that there is no such command.
   *
   * @param <T> what was asked for
   */
  record Absent<T>() implements ReadOutcome<T> {}

  /**
   * Nobody could confirm an answer before the deadline.
   *
   * @param reason who was asked and what they said, with the remedy
   * @param <T> what was asked for
   */
  record Unavailable<T>(String reason) implements ReadOutcome<T> {}
}
