package dev.flotilla.memory;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a {@link MapState} answers. */
public sealed interface MapAnswer {
  /**
   * What a key holds, or held before the command.
   *
   * @param value empty for nothing
   */
  record Held(Optional<String> value) implements MapAnswer {}

  /**
   * A part of the map.
   *
   * @param pairs in the order of keys
   * @param next the key to go on from, if there are more
   */
  record Page(Map<String, String> pairs, Optional<String> next) implements MapAnswer {
    /** Copies the map, in one order. */
    public Page {
      pairs = Collections.unmodifiableMap(new TreeMap<>(pairs));
    }
  }
}
