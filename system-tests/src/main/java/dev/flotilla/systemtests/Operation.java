package dev.flotilla.systemtests;

import java.util.Optional;

/**
 * One operation of a history.
 *
 * @param client who asked; never two operations at a time
 * @param command what was asked
 * @param callNanos when it was asked, by {@link System#nanoTime}
 * @param returnNanos when it ended, by the same clock; absent if nobody knows
 * @param outcome how it ended
 * @param answer what the client was told, if anything
 */
public record Operation(
    int client,
    Told command,
    long callNanos,
    Optional<Long> returnNanos,
    Outcome outcome,
    Optional<? extends Told> answer) {
  /** How an operation ended, as its client may know it. */
  public enum Outcome {
    /** Executed once, before it returned. */
    DONE,
    /** Executed once, and the state was not as the command wanted it. */
    REJECTED,
    /** It did not happen and never will. */
    REFUSED,
    /** It may happen at any time after it was asked, or never. */
    UNKNOWN
  }

  /** An operation with the outcome that the library told. */
  public static Operation of(
      int client,
      Told command,
      long called,
      long returned,
      dev.flotilla.Outcome<? extends Told> end) {
    Optional<Long> at = Optional.of(returned);
    if (end instanceof dev.flotilla.Outcome.Done<? extends Told> done) {
      return new Operation(client, command, called, at, Outcome.DONE, Optional.of(done.result()));
    }
    Outcome outcome = Outcome.UNKNOWN;
    if (end instanceof dev.flotilla.Outcome.DoneWithoutResult) {
      outcome = Outcome.DONE;
    } else if (end instanceof dev.flotilla.Outcome.Rejected) {
      outcome = Outcome.REJECTED;
    } else if (end instanceof dev.flotilla.Outcome.Refused) {
      outcome = Outcome.REFUSED;
    } else {
      at = Optional.empty();
    }
    return new Operation(client, command, called, at, outcome, Optional.empty());
  }
}
