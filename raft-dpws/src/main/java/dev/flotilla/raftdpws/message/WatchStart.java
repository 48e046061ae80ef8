package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.NumberLimits;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a watch of the committed commands begins: the text of its filter is an index or {@code
 * now}, and after a blank the id of the group that is meant.
 *
 * @param fromIndex the first entry that is wanted; empty for the next one that is applied
 * @param group the group that is meant; empty for any
 */
public record WatchStart(OptionalLong fromIndex, Optional<GroupId> group) {
  private static final String NOW = "now";

  /** Rejects an index that no entry can have. */
  public WatchStart {
    if (fromIndex.isPresent()
        && (fromIndex.getAsLong() < 1 || fromIndex.getAsLong() > NumberLimits.MAX_INDEX)) {
      throw new IllegalArgumentException(
          "a watch begins at an index from 1 to "
              + NumberLimits.MAX_INDEX
              + ", not at "
              + fromIndex.getAsLong());
    }
  }

  /**
   * Reads the text of a filter; an empty one means now.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static WatchStart parse(String text) {
    String[] words = text.isBlank() ? new String[] {NOW} : text.strip().split("\\s+", -1);
    if (words.length > 2) {
      throw new IllegalArgumentException(
          "a watch begins at an index or 'now', in a group, and the filter has more than that");
    }
    OptionalLong from = words[0].equals(NOW) ? OptionalLong.empty() : OptionalLong.of(index(words));
    return new WatchStart(
        from, words.length == 2 ? Optional.of(new GroupId(words[1])) : Optional.empty());
  }

  private static long index(String[] words) {
    try {
      return Long.parseLong(words[0]);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a watch begins at an index or 'now'", e);
    }
  }

  /** The text of the filter. */
  public String text() {
    String from = fromIndex.isPresent() ? Long.toString(fromIndex.getAsLong()) : NOW;
    return group.map(id -> from + " " + id.value()).orElse(from);
  }
}
