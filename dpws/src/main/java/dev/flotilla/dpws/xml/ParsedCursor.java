package dev.flotilla.dpws.xml;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/** The events of one document as the parser finds them, numbered as in XMLStreamConstants. */
final class ParsedCursor {
  /** Different names in one document. Generous: a message has a few dozen. */
  static final int MAX_NAMES = 1_000;

  private static final int SLOTS = 64;

  private final XMLStreamReader2 in;

  // The parser gives the same object for the same name, so that most names are found here at once.
  private final String[] recent = new String[SLOTS];
  private final Set<String> names = new HashSet<>();

  ParsedCursor(XMLStreamReader2 in) {
    this.in = in;
  }

  /**
   * Moves to the next event.
   *
   * @throws XMLStreamException if the document is not well-formed
   */
  int next() throws XMLStreamException {
    return in.next();
  }

  int event() {
    return in.getEventType();
  }

  /** Whether the element has this name. */
  boolean is(XmlElement element) {
    return element.localName().equals(in.getLocalName()) && element.namespace.equals(namespace());
  }

  String localName() {
    return in.getLocalName();
  }

  /** Empty for none. */
  String namespace() {
    String namespace = in.getNamespaceURI();
    return namespace == null ? "" : namespace;
  }

  /** The namespace that a prefix stands for here; null if it is not declared. */
  @Nullable String namespaceOf(String prefix) {
    return in.getNamespaceURI(prefix);
  }

  /** The value of an attribute; null if it is absent. The namespace is empty for none. */
  @Nullable String attribute(String namespace, String localName) {
    return in.getAttributeValue(namespace.isEmpty() ? null : namespace, localName);
  }

  /** The prefix that the element binds to nothing; null if there is none. */
  @Nullable String unboundPrefix() {
    for (int i = in.getNamespaceCount() - 1; i >= 0; i--) {
      String prefix = in.getNamespacePrefix(i);
      String uri = in.getNamespaceURI(i);
      if (prefix != null && !prefix.isEmpty() && (uri == null || uri.isEmpty())) {
        return prefix;
      }
    }
    return null;
  }

  /**
   * Counts the names of the element; false if the document has too many different ones. The parser
   * keeps them in a hash table that anybody can fill with collisions, so that many different names
   * cost the square of their number.
   */
  boolean countNames() {
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

  String text() {
    return in.getText();
  }

  int textLength() {
    return in.getTextLength();
  }

  boolean isWhiteSpace() {
    return in.isWhiteSpace();
  }

  byte[] utf8() {
    char[] chars = in.getTextCharacters();
    int start = in.getTextStart();
    byte[] utf8 = new byte[in.getTextLength()];
    for (int i = 0; i < utf8.length; i++) {
      char c = chars[start + i];
      if (c >= 128) {
        return new String(chars, start, utf8.length).getBytes(StandardCharsets.UTF_8);
      }
      utf8[i] = (byte) c;
    }
    return utf8;
  }

  /** The bytes that the text holds in base64; null if it is not base64. */
  byte @Nullable [] base64() {
    return Base64Text.decode(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
  }

  /** Where the present event is, for people. */
  String place() {
    var location = in.getLocation();
    return "line " + location.getLineNumber() + ", column " + location.getColumnNumber();
  }
}
