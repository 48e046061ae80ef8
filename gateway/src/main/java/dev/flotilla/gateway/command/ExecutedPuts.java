package dev.flotilla.gateway.command;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether versions of things were put in their order, as web servers have executed them. */
final class ExecutedPuts {
  /** Between the name of a thing and its version, in the target of a PUT. */
  static final String VERSION = "?version=";

  private ExecutedPuts() {}

  /**
   * How often an older version was put after a newer one.
   *
   * @param lines method and target of each execution, in order
   */
  static long undone(List<String> lines) {
    Map<String, Long> newest = new HashMap<>();
    long undone = 0;
    for (String line : lines) {
      int at = line.indexOf(VERSION);
      if (line.startsWith("PUT ") && at > 0) {
        long version = Long.parseLong(line.substring(at + VERSION.length()));
        long before = newest.merge(line.substring(0, at), version, Math::max);
        undone += version < before ? 1 : 0;
      }
    }
    return undone;
  }
}
