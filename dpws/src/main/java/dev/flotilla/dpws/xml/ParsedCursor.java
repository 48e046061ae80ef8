package dev.flotilla.dpws.xml;

import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/** The events of any document, as the parser finds them. */
final class ParsedCursor implements Cursor {
  private final XMLStreamReader2 in;
  private final NameCensus census = new NameCensus();

  ParsedCursor(XMLStreamReader2 in) {
    this.in = in;
  }

  @Override
  public int next() throws XMLStreamException {
    return in.next();
  }

  @Override
  public int event() {
    return in.getEventType();
  }

  @Override
  public boolean is(XmlElement element) {
    return element.localName().equals(in.getLocalName()) && element.namespace().equals(namespace());
  }

  @Override
  public String localName() {
    return in.getLocalName();
  }

  @Override
  public String namespace() {
    String namespace = in.getNamespaceURI();
    return namespace == null ? "" : namespace;
  }

  @Override
  public @Nullable String namespaceOf(String prefix) {
    return in.getNamespaceURI(prefix);
  }

  @Override
  public @Nullable String attribute(String namespace, String localName) {
    return in.getAttributeValue(namespace.isEmpty() ? null : namespace, localName);
  }

  @Override
  public @Nullable String unboundPrefix() {
    for (int i = in.getNamespaceCount() - 1; i >= 0; i--) {
      String prefix = in.getNamespacePrefix(i);
      String uri = in.getNamespaceURI(i);
      if (prefix != null && !prefix.isEmpty() && (uri == null || uri.isEmpty())) {
        return prefix;
      }
    }
    return null;
  }

  @Override
  public boolean countNames() {
    return census.take(in);
  }

  @Override
  public String text() {
    return in.getText();
  }

  @Override
  public int textLength() {
    return in.getTextLength();
  }

  @Override
  public boolean isWhiteSpace() {
    return in.isWhiteSpace();
  }

  @Override
  public byte[] utf8() {
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

  @Override
  public byte @Nullable [] base64() {
    return Base64Text.decode(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
  }

  @Override
  public String place() {
    var location = in.getLocation();
    return "line " + location.getLineNumber() + ", column " + location.getColumnNumber();
  }
}
