package dev.flotilla.dpws.xml;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** The events of one document, in order, numbered as in {@link XMLStreamConstants}. */
interface Cursor {
  /**
   * Moves to the next event.
   *
   * @throws XMLStreamException if the document is not well-formed
   */
  int next() throws XMLStreamException;

  /** The present event. */
  int event();

  /** Whether the element has this name. */
  boolean is(XmlElement element);

  String localName();

  /** Empty for none. */
  String namespace();

  /** The namespace that a prefix stands for here; null if it is not declared. */
  @Nullable String namespaceOf(String prefix);

  /** The value of an attribute; null if it is absent. The namespace is empty for none. */
  @Nullable String attribute(String namespace, String localName);

  /** The prefix that the element binds to nothing; null if there is none. */
  @Nullable String unboundPrefix();

  /** Counts the names of the element; false if the document has too many different ones. */
  boolean countNames();

  String text();

  int textLength();

  boolean isWhiteSpace();

  byte[] utf8();

  /** The bytes that the text holds in base64; null if it is not base64. */
  byte @Nullable [] base64();

  /** Where the present event is, for people. */
  String place();
}
