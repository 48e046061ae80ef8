package dev.flotilla.memory;

import dev.flotilla.Query;
import java.util.Optional;

/** What can be asked of a {@link MapState}. The records are the wire format. */
public sealed interface MapCommand {
  /**
   * Sets a value; answered with what the key held before.
   *
   * @param key not longer than {@link MapState#MAX_KEY_CHARS}
   * @param value not longer than {@link MapState#MAX_VALUE_CHARS}
   */
  record Put(String key, String value) implements MapCommand {}

  /**
   * Removes a key; answered with what it held.
   *
   * @param key of which it does not matter whether it is there
   */
  record Remove(String key) implements MapCommand {}

  /**
   * Sets or removes a value if the key holds what is expected, and is rejected otherwise; answered
   * with what it held.
   *
   * @param key as with {@link Put}
   * @param expected empty if it is to hold nothing
   * @param next empty to remove it
   */
  record CompareAndSet(String key, Optional<String> expected, Optional<String> next)
      implements MapCommand {}

  /**
   * Asks what a key holds.
   *
   * @param key the key
   */
  record Get(String key) implements MapCommand, Query {}

  /**
   * Asks for a part of the map, at most {@link MapState#MAX_PAGE_PAIRS} pairs and {@link
   * MapState#MAX_PAGE_CHARS} characters, or one pair if that is longer.
   *
   * @param from the first key, in the order of {@link String#compareTo}; empty for the first of all
   */
  record From(String from) implements MapCommand, Query {}
}
