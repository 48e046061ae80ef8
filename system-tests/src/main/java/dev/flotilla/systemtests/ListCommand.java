package dev.flotilla.systemtests;

import dev.flotilla.Query;
import java.util.List;

/** What clients ask of the lists. Values are unique in a history, so that each can be traced. */
public sealed interface ListCommand extends History.Told {
  /** The name of the list. */
  String key();

  /** Adds a value at the end. */
  record Append(String key, long value) implements ListCommand {
    @Override
    public List<?> members() {
      return List.of("key", key, "op", "append", "value", value);
    }
  }

  /** Adds a value at the end of a list that has so many; rejected otherwise. */
  record AppendAt(String key, int length, long value) implements ListCommand {
    @Override
    public List<?> members() {
      return List.of("key", key, "op", "append-at", "value", value, "expect", length);
    }
  }

  /** Reads a list. */
  record Get(String key) implements ListCommand, Query {
    @Override
    public List<?> members() {
      return List.of("key", key, "op", "get");
    }
  }
}
