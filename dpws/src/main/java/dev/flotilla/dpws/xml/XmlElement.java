package dev.flotilla.dpws.xml;

import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;

/**
 * The name of an element with its tags in UTF-8, made once and kept in a constant. Immutable, any
 * thread.
 */
public final class XmlElement {
  private final QName name;
  final String namespace;
  final String prefix;
  final byte[] start;
  final byte[] end;
  final byte[] declaration;

  private XmlElement(QName name) {
    String tag = name.getPrefix().isEmpty() ? name.getLocalPart() : qualified(name);
    this.name = name;
    this.namespace = name.getNamespaceURI();
    this.prefix = name.getPrefix();
    this.start = utf8("<" + tag);
    this.end = utf8("</" + tag + ">");
    this.declaration = utf8(declarationOf(name.getPrefix(), name.getNamespaceURI()));
  }

  /**
   * An element.
   *
   * @param namespace its namespace URI; empty for none
   * @param prefix the prefix that the writer declares for the namespace and uses; empty for none
   * @param localName its name without a prefix
   */
  public static XmlElement of(String namespace, String prefix, String localName) {
    requireName("local name", localName);
    if (!prefix.isEmpty()) {
      requireName("prefix", prefix);
    }
    if (namespace.isEmpty() && !prefix.isEmpty()) {
      throw new IllegalArgumentException(
          "element " + localName + " has prefix " + prefix + " but no namespace");
    }
    // Interned, because the reader's names are too: equal names are then mostly one object.
    return new XmlElement(new QName(namespace.intern(), localName.intern(), prefix.intern()));
  }

  /** Another element of the same namespace and prefix. */
  public XmlElement sibling(String localName) {
    return of(namespace(), prefix(), localName);
  }

  /** The namespace URI; empty for none. */
  public String namespace() {
    return namespace;
  }

  /** The prefix that the writer uses; readers do not care. */
  public String prefix() {
    return prefix;
  }

  /** The name without prefix. */
  public String localName() {
    return name.getLocalPart();
  }

  /** The name as a value. */
  public QName name() {
    return name;
  }

  /** Namespace and local name, as in <code>{urn:x}name</code>. */
  @Override
  public String toString() {
    return name.toString();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String declarationOf(String prefix, String namespace) {
    String attribute = prefix.isEmpty() ? " xmlns=\"" : " xmlns:" + prefix + "=\"";
    return attribute + XmlText.escapedAttribute(namespace) + "\"";
  }

  private static String qualified(QName name) {
    return name.getPrefix() + ":" + name.getLocalPart();
  }

  private static void requireName(String what, String text) {
    if (!XmlText.isAsciiName(text)) {
      throw new IllegalArgumentException(
          "the " + what + " '" + text + "' is not an ASCII XML name without a colon");
    }
  }
}
