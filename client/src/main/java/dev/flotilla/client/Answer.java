package dev.flotilla.client;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/**
 * What the state machine answered.
 *
 * @param success false when the state machine rejected the command or did not understand the query
 * @param value the answer, in the state machine's own language; absent when it was given to an
 *     earlier attempt so long ago that so large an answer is no longer kept, or when the state
 *     machine could not write it
 */
public record Answer(boolean success, Optional<Bytes> value) {
  /** An answer that is there. */
  public Answer(boolean success, Bytes value) {
    this(success, Optional.of(value));
  }

  /** The answer as text for people; says so when there is none. */
  public String text() {
    return value
        .map(Bytes::toUtf8)
        .orElse("(its result is not kept: too long ago, or it could not be written)");
  }
}
