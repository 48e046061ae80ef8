package dev.flotilla.console;

import java.time.Instant;
import java.util.Locale;

/**
 * A line of the event log.
 *
 * @param number counts from 1
 * @param at when it was noticed
 * @param kind what it is about
 * @param text for people
 */
record LogLine(long number, Instant at, Kind kind, String text) {
  /** What a line is about. */
  enum Kind {
    /** A member or a node came. */
    JOIN,
    /** A member or a node went. */
    LEAVE,
    /** Another member leads, or none. */
    LEADER,
    /** A member or a node does not answer, or has another state or standing. */
    STATE,
    /** A recording began or ended. */
    RECORDING,
    /** Values cannot be had. */
    PROBLEM;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
