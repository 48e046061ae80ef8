package dev.flotilla.raftdpws.message;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Named values about a server, such as measurements and conditions. A receiver keeps names that it
 * does not know, so a newer server may add some without a new version of the protocol. Immutable;
 * any thread.
 *
 * @param values the values by their names on the wire, at most {@value #MAX_COUNT}; a name has at
 *     most {@value #MAX_NAME_CHARS} characters and a value {@value #MAX_VALUE_CHARS}
 */
public record StatusFacts(SortedMap<String, String> values) {
  /** How many facts a status has at most. */
  public static final int MAX_COUNT = 128;

  /** The longest name. */
  public static final int MAX_NAME_CHARS = 64;

  /** The longest value; {@link #with(StatusFact, String)} shortens longer ones. */
  public static final int MAX_VALUE_CHARS = 1_000;

  /** No facts. */
  public static final StatusFacts NONE = new StatusFacts(new TreeMap<>());

  /**
   * Copies the values.
   *
   * @throws IllegalArgumentException if there are too many, or one is too long
   */
  public StatusFacts {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    if (values.size() > MAX_COUNT) {
      throw new IllegalArgumentException(
          values.size() + " facts in a status; at most " + MAX_COUNT + " are allowed");
    }
    for (Map.Entry<String, String> fact : values.entrySet()) {
      if (!isBounded(fact.getKey(), fact.getValue())) {
        throw new IllegalArgumentException(
            "a fact has a name of 1 to %s characters and a value of at most %s, not of %s and %s"
                .formatted(
                    MAX_NAME_CHARS,
                    MAX_VALUE_CHARS,
                    fact.getKey().length(),
                    fact.getValue().length()));
      }
    }
  }

  private static boolean isBounded(String name, String value) {
    return !name.isEmpty() && name.length() <= MAX_NAME_CHARS && value.length() <= MAX_VALUE_CHARS;
  }

  /**
   * The facts that a message carries, without those beyond the bounds: they are for people, and no
   * reason to refuse a status.
   */
  public static StatusFacts ofReceived(List<Map.Entry<String, String>> received) {
    SortedMap<String, String> kept = new TreeMap<>();
    for (Map.Entry<String, String> fact : received) {
      if (isBounded(fact.getKey(), fact.getValue()) && kept.size() < MAX_COUNT) {
        kept.put(fact.getKey(), fact.getValue());
      }
    }
    return new StatusFacts(kept);
  }

  /** Returns these facts and a number. */
  public StatusFacts with(StatusFact fact, long number) {
    return with(fact, Long.toString(number));
  }

  /** Returns these facts and a text, shortened to {@value #MAX_VALUE_CHARS} characters. */
  public StatusFacts with(StatusFact fact, String text) {
    SortedMap<String, String> more = new TreeMap<>(values);
    more.put(
        fact.wireName(),
        text.length() > MAX_VALUE_CHARS ? text.substring(0, MAX_VALUE_CHARS) : text);
    return new StatusFacts(more);
  }

  /** Returns these facts and a text, if there is one. */
  public StatusFacts with(StatusFact fact, Optional<String> text) {
    return text.map(it -> with(fact, it)).orElse(this);
  }

  /** Returns these facts without some. */
  public StatusFacts without(Collection<StatusFact> some) {
    SortedMap<String, String> fewer = new TreeMap<>(values);
    some.forEach(fact -> fewer.remove(fact.wireName()));
    return new StatusFacts(fewer);
  }

  /** The text of a fact; empty if the server did not report it. */
  public Optional<String> text(StatusFact fact) {
    return Optional.ofNullable(values.get(fact.wireName()));
  }

  /** The number of a fact; empty if the server did not report it, or reported no number. */
  public OptionalLong number(StatusFact fact) {
    String text = values.get(fact.wireName());
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
