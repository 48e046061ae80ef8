package dev.flotilla.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A bug as data: what to replace in which production sources, and which invariants may notice.
 *
 * @param name says what is wrong
 * @param edits the replacements that make the bug; several where production checks itself twice
 * @param caughtBy the invariants of which one must be violated
 */
record Plant(String name, List<Edit> edits, Set<String> caughtBy) {
  /**
   * One replacement.
   *
   * @param file a source file, from the root of the checkout
   * @param snippet what to replace; it occurs exactly once, where white space of any length equals
   *     white space of any other
   * @param replacement what to put there
   */
  record Edit(String file, String snippet, String replacement) {}

  /** A bug that one replacement makes. */
  static Plant of(
      String name, String file, String snippet, String replacement, String... caughtBy) {
    return new Plant(name, List.of(new Edit(file, snippet, replacement)), Set.of(caughtBy));
  }

  /** This bug with one more replacement. */
  Plant and(String file, String snippet, String replacement) {
    List<Edit> more = new ArrayList<>(edits);
    more.add(new Edit(file, snippet, replacement));
    return new Plant(name, List.copyOf(more), caughtBy);
  }

  @Override
  public String toString() {
    return name;
  }
}
