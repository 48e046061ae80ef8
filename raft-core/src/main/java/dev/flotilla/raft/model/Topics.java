package dev.flotilla.raft.model;

import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The topics that a watch wants to hear of: a command is told if it has concerned one of them, or
 * if nobody knows what it has concerned. Immutable.
 *
 * @param exact topics that are meant as they are
 * @param prefixes beginnings of topics
 */
public record Topics(Set<String> exact, Set<String> prefixes) {
  /** All commands. */
  public static final Topics ALL =
      new Topics(Collections.emptySortedSet(), Collections.emptySortedSet());

  /** The most topics of one watch. */
  public static final int MAX_TOPICS = 64;

  /** The longest topic. */
  public static final int MAX_TOPIC_CHARS = 4_096;

  /** Copies the sets, and rejects what no request can carry. */
  public Topics {
    exact = sorted(exact);
    prefixes = sorted(prefixes);
    if (exact.size() + prefixes.size() > MAX_TOPICS) {
      throw new IllegalArgumentException(
          "a watch of %s topics; it may have %s, or hear of all"
              .formatted(exact.size() + prefixes.size(), MAX_TOPICS));
    }
  }

  private static Set<String> sorted(Set<String> topics) {
    for (String topic : topics) {
      boolean isPrintable = topic.chars().allMatch(it -> it > ' ' && it < 0x7f);
      if (topic.isEmpty() || topic.length() > MAX_TOPIC_CHARS || !isPrintable) {
        throw new IllegalArgumentException(
            "a topic has 1 to %s printable ASCII characters without blanks, not '%s'"
                .formatted(MAX_TOPIC_CHARS, topic));
      }
    }
    return Collections.unmodifiableSet(new TreeSet<>(topics));
  }

  /** Some topics. */
  public static Topics of(String... exact) {
    return new Topics(new TreeSet<>(List.of(exact)), Collections.emptySortedSet());
  }

  /**
   * The name of a topic: the topics of ids that begin alike begin alike.
   *
   * @param kind such as {@code key}
   * @param id what is meant
   */
  public static String topic(String kind, Bytes id) {
    return kind + '/' + HexFormat.of().formatHex(id.toArray());
  }

  /** Whether all commands are wanted. */
  public boolean isAll() {
    return exact.isEmpty() && prefixes.isEmpty();
  }

  /** Whether a command is wanted, by its topics, if they are known. */
  public boolean has(Optional<Set<String>> topics) {
    return isAll() || topics.isEmpty() || topics.get().stream().anyMatch(this::has);
  }

  private boolean has(String topic) {
    return exact.contains(topic) || prefixes.stream().anyMatch(topic::startsWith);
  }
}
