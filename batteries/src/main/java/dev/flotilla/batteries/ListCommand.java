package dev.flotilla.batteries;

import dev.flotilla.Query;

/** What clients ask of the lists. Values are unique in a history, so that each can be traced. */
sealed interface ListCommand {
  /** The name of the list. */
  String key();

  /** Adds a value at the end. */
  record Append(String key, long value) implements ListCommand {}

  /** Adds a value at the end of a list that has so many; rejected otherwise. */
  record AppendAt(String key, int length, long value) implements ListCommand {}

  /** Reads a list. */
  record Get(String key) implements ListCommand, Query {}
}
