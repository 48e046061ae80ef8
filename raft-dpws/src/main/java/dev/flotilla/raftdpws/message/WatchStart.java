package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.Topics;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where a watch of the committed commands begins, and what it is about: the text of its filter is
 * an index or {@code now}, and after blanks the id of the group that is meant, and topics as {@code
 * topic:T} and {@code prefix:T}. A server that knows no topics refuses them as a filter that has
 * more than the group: ask it without.
 *
 * @param fromIndex the first entry that is wanted; empty for the next one that is applied
 * @param group the group that is meant; empty for any
 * @param topics the commands that are wanted
 */
public record WatchStart(OptionalLong fromIndex, Optional<GroupId> group, Topics topics) {
  private static final String NOW = "now";
  private static final String TOPIC = "topic:";
  private static final String PREFIX = "prefix:";

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
    OptionalLong from = words[0].equals(NOW) ? OptionalLong.empty() : OptionalLong.of(index(words));
    Set<String> exact = new HashSet<>();
    Set<String> prefixes = new HashSet<>();
    Optional<GroupId> group = Optional.empty();
    for (String word : List.of(words).subList(1, words.length)) {
      if (word.startsWith(TOPIC)) {
        exact.add(word.substring(TOPIC.length()));
      } else if (word.startsWith(PREFIX)) {
        prefixes.add(word.substring(PREFIX.length()));
      } else if (group.isEmpty()) {
        group = Optional.of(new GroupId(word));
      } else {
        throw new IllegalArgumentException(
            "a watch begins at an index or 'now', in a group, for topics, and the filter has '"
                + word
                + "' beside");
      }
    }
    return new WatchStart(from, group, new Topics(exact, prefixes));
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
    StringBuilder text =
        new StringBuilder(fromIndex.isPresent() ? "" + fromIndex.getAsLong() : NOW);
    group.ifPresent(id -> text.append(' ').append(id.value()));
    topics.exact().forEach(topic -> text.append(' ').append(TOPIC).append(topic));
    topics.prefixes().forEach(topic -> text.append(' ').append(PREFIX).append(topic));
    return text.toString();
  }
}
