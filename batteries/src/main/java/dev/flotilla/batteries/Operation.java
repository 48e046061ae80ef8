package dev.flotilla.batteries;

import java.util.List;
import java.util.Optional;

/**
 * One operation of a history.
 *
 * @param client who asked; never two operations at a time
 * @param command what was asked
 * @param callNanos when it was asked, by {@link System#nanoTime}
 * @param returnNanos when it ended, by the same clock; absent if nobody knows
 * @param outcome how it ended
 * @param result the list as it was then, if the outcome tells
 */
record Operation(
    int client,
    ListCommand command,
    long callNanos,
    Optional<Long> returnNanos,
    Outcome outcome,
    Optional<List<Long>> result) {
  /** How an operation ended, as its client may know it. */
  enum Outcome {
    /** Executed once, before it returned. */
    DONE,
    /** Executed once, and the list was not as the command wanted it. */
    REJECTED,
    /** It did not happen and never will. */
    REFUSED,
    /** It may happen at any time after it was asked, or never. */
    UNKNOWN
  }
}
