package dev.flotilla.node.statemachine;

import dev.flotilla.raft.Bytes;

/**
 * What a state machine answers to a command.
 *
 * @param success false when the state machine rejected the command; it was executed all the same,
 *     once, on every server, with this outcome
 * @param value the answer, opaque here
 */
public record Result(boolean success, Bytes value) {
  /** A command that succeeded. */
  public static Result ok(Bytes value) {
    return new Result(true, value);
  }

  /** A command that the state machine rejected. */
  public static Result rejected(Bytes reason) {
    return new Result(false, reason);
  }
}
