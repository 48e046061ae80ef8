package dev.flotilla.server.json;

import dev.flotilla.client.StateVersion;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a state machine: the document of {@code query}.
 *
 * @param index the last entry of the state that it was read from; null if unknown
 * @param ageMillis how old that state may be; null if unknown
 */
public record AnswerJson(String answer, @Nullable Long index, @Nullable Long ageMillis) {
  /** An answer from a state. */
  public static AnswerJson of(String answer, StateVersion state) {
    return new AnswerJson(
        answer,
        state.index().isPresent() ? state.index().getAsLong() : null,
        state.age().map(Duration::toMillis).orElse(null));
  }
}
