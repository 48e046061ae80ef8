package dev.flotilla.dpws.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.NoSuchElementException;
import javax.xml.stream.XMLStreamConstants;
import org.jspecify.annotations.Nullable;

/** The events of a {@link PlainDocument}. */
final class PlainCursor implements Cursor {
  private final PlainDocument document;
  private int at = -1;

  PlainCursor(PlainDocument document) {
    this.document = document;
  }

  @Override
  public int next() {
    if (at == document.events) {
      throw new NoSuchElementException();
    }
    at++;
    return event();
  }

  @Override
  public int event() {
    if (at < 0) {
      return XMLStreamConstants.START_DOCUMENT;
    }
    return at == document.events ? XMLStreamConstants.END_DOCUMENT : document.kinds[at];
  }

  @Override
  public boolean is(XmlElement element) {
    byte[] name = element.local;
    return Arrays.equals(
            document.bytes, document.starts[at], document.ends[at], name, 0, name.length)
        && element.namespace().equals(namespace());
  }

  @Override
  public String localName() {
    return text();
  }

  @Override
  public String namespace() {
    String namespace = document.namespaces[at];
    return namespace == null ? "" : namespace;
  }

  /** Only foreign documents hold names in texts; this one declares its prefixes on the way. */
  @Override
  public @Nullable String namespaceOf(String prefix) {
    return document.namespaceOf(prefix, at);
  }

  @Override
  public @Nullable String attribute(String namespace, String localName) {
    return null;
  }

  @Override
  public @Nullable String unboundPrefix() {
    return null;
  }

  /** No table of names is kept. */
  @Override
  public boolean countNames() {
    return true;
  }

  @Override
  public String text() {
    return new String(document.bytes, document.starts[at], textLength(), StandardCharsets.US_ASCII);
  }

  @Override
  public int textLength() {
    return document.ends[at] - document.starts[at];
  }

  @Override
  public boolean isWhiteSpace() {
    for (int i = document.starts[at]; i < document.ends[at]; i++) {
      if (document.bytes[i] != ' ') {
        return false;
      }
    }
    return true;
  }

  @Override
  public byte[] utf8() {
    return Arrays.copyOfRange(document.bytes, document.starts[at], document.ends[at]);
  }

  @Override
  public byte @Nullable [] base64() {
    return Base64Text.decode(text().toCharArray(), 0, textLength());
  }

  @Override
  public String place() {
    int offset = at < 0 || at == document.events ? 0 : document.starts[at] - document.offset;
    return "line 1, column " + (offset + 1);
  }
}
