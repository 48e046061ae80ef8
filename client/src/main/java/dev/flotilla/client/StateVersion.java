package dev.flotilla.client;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which state gave an answer, as far as its server says. Immutable.
 *
 * @param index the last log entry that the state had applied; empty from servers before this
 *     feature, which answer linearizably
 * @param age the state held every command acknowledged longer than this before the server answered,
 *     by the server's own clock; empty where nothing is known, as of a local read
 */
public record StateVersion(OptionalLong index, Optional<Duration> age) {
  /** The server does not say. */
  public static final StateVersion UNKNOWN =
      new StateVersion(OptionalLong.empty(), Optional.empty());
}
