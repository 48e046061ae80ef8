package dev.flotilla;

import dev.flotilla.client.RefusalReason;
import java.util.Optional;

/**
 * How a command ended, as its sender may know it.
 *
 * @param <R> the result type
 */
public sealed interface Outcome<R> {
  /**
   * Returns the result, or throws what {@link FlotillaClient#execute(Object)} throws if a command
   * ends so. Does not block.
   *
   * @return the result
   * @throws CommandRejected if the state rejected it
   * @throws CommandRefused if it was certainly not executed
   * @throws OutcomeUnknown if it may have been executed
   * @throws ResultUnavailable if it was executed and its result cannot be told
   */
  default R orThrow() {
    if (this instanceof Done<R> done) {
      return done.result();
    } else if (this instanceof DoneWithoutResult<R> done) {
      throw new ResultUnavailable(done.reason());
    } else if (this instanceof Rejected<R> rejected) {
      throw new CommandRejected(rejected.reason(), rejected.code());
    } else if (this instanceof Refused<R> refused) {
      throw new CommandRefused(refused.reason(), refused.detail());
    }
    Unknown<R> unknown = (Unknown<R>) this;
    throw new OutcomeUnknown(unknown.uid(), unknown.reason());
  }

  /**
   * The command was executed, once, and will be found on every server.
   *
   * @param result what the state answered
   * @param <R> the result type
   */
  record Done<R>(R result) implements Outcome<R> {}

  /**
   * The command was executed, once (or the query answered), but the result cannot be told: it is of
   * another version than this client, or it was given to an earlier attempt so long ago that so
   * large a result is no longer kept, or the servers' codec could not write it.
   *
   * @param reason which of them, with the size of a result that cannot be read
   * @param <R> the result type
   */
  record DoneWithoutResult<R>(String reason) implements Outcome<R> {}

  /**
   * The command was executed, once, and the state rejected it.
   *
   * @param reason what the state said, for people
   * @param code the code of {@link dev.flotilla.Rejected}, for programs; empty if the state gave
   *     none
   * @param <R> the result type
   */
  record Rejected<R>(String reason, Optional<String> code) implements Outcome<R> {
    /** A rejection without a code. */
    public Rejected(String reason) {
      this(reason, Optional.empty());
    }
  }

  /**
   * The command was certainly not executed, and will not be.
   *
   * @param reason the kind of refusal, of the last attempt
   * @param detail who refused and why, with the remedy, for people
   * @param <R> the result type
   */
  record Refused<R>(RefusalReason reason, String detail) implements Outcome<R> {}

  /**
   * Nobody answered in time: the command may have been executed, or may still be. {@link
   * FlotillaClient#submitAgain} asks again without executing it twice.
   *
   * @param uid the uid under which the group knows the command
   * @param reason what is known
   * @param <R> the result type
   */
  record Unknown<R>(String uid, String reason) implements Outcome<R> {}
}
