package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.discovery.ScopeRule;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The events that a subscriber wants: those whose action has one of these URIs as a prefix, by
 * whole segments (DPWS 1.1, 6.1.1).
 *
 * @param wanted the URIs; empty matches nothing
 */
record ActionFilter(List<String> wanted) {
  static final int MAX_ACTIONS = 32;
  private static final int MAX_ACTION_CHARS = 2_048;

  /** Copies the list; rejects more than a source compares. */
  ActionFilter {
    wanted = List.copyOf(wanted);
    if (wanted.size() > MAX_ACTIONS) {
      throw new IllegalArgumentException(
          "the filter has " + wanted.size() + " actions, at most " + MAX_ACTIONS + " are accepted");
    }
    if (wanted.stream().anyMatch(action -> action.length() > MAX_ACTION_CHARS)) {
      throw new IllegalArgumentException(
          "an action of the filter has more than " + MAX_ACTION_CHARS + " characters");
    }
  }

  /** Reads the text of a filter: URIs with white space between them. */
  static ActionFilter parse(String text) {
    return new ActionFilter(text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1)));
  }

  /** Those of a source's actions that are wanted. */
  Set<String> of(Collection<String> actions) {
    return actions.stream().filter(this::matches).collect(Collectors.toUnmodifiableSet());
  }

  String text() {
    return String.join(" ", wanted);
  }

  private boolean matches(String action) {
    return wanted.stream()
        .anyMatch(uri -> uri.equals(action) || ScopeRule.RFC_3986.matches(uri, action));
  }
}
