package dev.flotilla.dpws.xml;

import java.util.HashSet;
import java.util.Set;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * Counts the different names in one document. The parser keeps them in a hash table that anybody
 * can fill with collisions, so that many different names cost the square of their number.
 */
final class NameCensus {
  /** Generous: a message has a few dozen. */
  static final int MAX_NAMES = 1_000;

  private static final int SLOTS = 64;

  // The parser gives the same object for the same name, so that most names are found here at once.
  private final String[] recent = new String[SLOTS];
  private final Set<String> names = new HashSet<>();

  /** Counts the names of the start tag; false when there are too many. */
  boolean take(XMLStreamReader2 in) {
    String name = in.getPrefixedName();
    int slot = name.hashCode() & SLOTS - 1;
    if (!name.equals(recent[slot])) {
      recent[slot] = name;
      names.add(name);
    }
    for (int i = in.getAttributeCount() - 1; i >= 0; i--) {
      names.add(in.getAttributePrefix(i) + ":" + in.getAttributeLocalName(i));
    }
    for (int i = in.getNamespaceCount() - 1; i >= 0; i--) {
      names.add("xmlns:" + in.getNamespacePrefix(i));
    }
    return names.size() <= MAX_NAMES;
  }
}
