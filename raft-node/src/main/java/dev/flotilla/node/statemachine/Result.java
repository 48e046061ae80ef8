package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/**
 * What a state machine answers to a command or a question.
 *
 * @param success false when the state machine rejected the command; it was executed all the same,
 *     once, on every server, with this outcome
 * @param value the answer, opaque here; empty if there is none. 1 MiB of it reaches every client; a
 *     larger one may be more than a client reads, which is then told nothing: hand out a part
 * @param hasValue whether there is an answer, be it of no bytes; if not, the client is told that
 *     the command was executed, and nothing else
 */
public record Result(boolean success, Bytes value, boolean hasValue) {
  public Result {
    if (!hasValue && value.size() > 0) {
      throw new IllegalArgumentException("no value, and " + value.size() + " bytes of it");
    }
  }

  /** A result with an answer. */
  public Result(boolean success, Bytes value) {
    this(success, value, true);
  }

  /** The value, if there is one. */
  public Optional<Bytes> answer() {
    return hasValue ? Optional.of(value) : Optional.empty();
  }

  /** A command that succeeded. */
  public static Result ok(Bytes value) {
    return new Result(true, value);
  }

  /** A command that succeeded with an answer that nobody can be told. */
  public static Result okWithoutValue() {
    return new Result(true, Bytes.EMPTY, false);
  }

  /** A command that the state machine rejected. */
  public static Result rejected(Bytes reason) {
    return new Result(false, reason);
  }
}
