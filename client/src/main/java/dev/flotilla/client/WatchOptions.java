package dev.flotilla.client;

import dev.flotilla.raft.model.Topics;
import java.util.OptionalLong;

/**
 * Where a watch begins, what it is about, and who serves it. Immutable.
 *
 * @param fromIndex the first entry that is wanted; empty for the next one that is executed
 * @param readFrom who serves it; the leader learns first that a command is executed
 * @param topics which commands are wanted, as the state machine of the group names their topics. It
 *     is a wish: others may come, too
 */
public record WatchOptions(OptionalLong fromIndex, ReadFrom readFrom, Topics topics) {
  /** Rejects an index below 1. */
  public WatchOptions {
    if (fromIndex.isPresent() && fromIndex.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "a watch begins at index %s; use 1 or more".formatted(fromIndex.getAsLong()));
    }
  }

  /** What is executed from now on, told by followers. */
  public static WatchOptions now() {
    return new WatchOptions(OptionalLong.empty(), ReadFrom.FOLLOWERS, Topics.ALL);
  }

  /** What is executed from an index on, told by followers: slow watches spare the leader. */
  public static WatchOptions from(long fromIndex) {
    return new WatchOptions(OptionalLong.of(fromIndex), ReadFrom.FOLLOWERS, Topics.ALL);
  }

  /**
   * The same from other servers, or the leader. From any but {@link ReadFrom#LEADER}, the servers
   * that the client was given come first. Others serve the watch if none of those does.
   */
  public WatchOptions servedBy(ReadFrom servers) {
    return new WatchOptions(fromIndex, servers, topics);
  }

  /** The same of commands that concern some topics. */
  public WatchOptions about(Topics wanted) {
    return new WatchOptions(fromIndex, readFrom, wanted);
  }
}
