package dev.flotilla.client;

import java.util.OptionalLong;

/**
 * Where a watch begins, and who serves it. Immutable.
 *
 * @param fromIndex the first entry that is wanted; empty for the next one that is executed
 * @param readFrom who serves it; the leader learns first that a command is executed
 */
public record WatchOptions(OptionalLong fromIndex, ReadFrom readFrom) {
  /** Rejects an index below 1. */
  public WatchOptions {
    if (fromIndex.isPresent() && fromIndex.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "a watch begins at index %s; use 1 or more".formatted(fromIndex.getAsLong()));
    }
  }

  /** What is executed from now on, told by the leader. */
  public static WatchOptions now() {
    return new WatchOptions(OptionalLong.empty(), ReadFrom.LEADER);
  }

  /** What is executed from an index on, told by the leader. */
  public static WatchOptions from(long fromIndex) {
    return new WatchOptions(OptionalLong.of(fromIndex), ReadFrom.LEADER);
  }

  /**
   * The same from other servers. From any but {@link ReadFrom#LEADER}, the servers that the client
   * was given come first. Others serve the watch if none of those does.
   */
  public WatchOptions servedBy(ReadFrom servers) {
    return new WatchOptions(fromIndex, servers);
  }
}
