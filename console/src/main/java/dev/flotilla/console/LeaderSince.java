package dev.flotilla.console;

import java.time.Instant;

/**
 * Since when a member leads.
 *
 * @param at the time
 * @param kind whether it is the beginning
 */
public record LeaderSince(Instant at, Kind kind) {
  /** What is known of a beginning. */
  public enum Kind {
    /** It became leader then, give or take a second. */
    EXACT,
    /** It led already when the console first asked. */
    EARLIER
  }
}
