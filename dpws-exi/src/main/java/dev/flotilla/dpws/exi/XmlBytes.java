package dev.flotilla.dpws.exi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Writes the events of a decoder as XML in UTF-8, up to a limit. What is no valid XML, such as a
 * name with a space, is written all the same: whoever reads the result refuses it.
 */
final class XmlBytes extends DefaultHandler {
  private static final int FIRST_BYTES = 1 << 10;

  private final int maxBytes;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(FIRST_BYTES);
  private final Map<String, String> declarations = new LinkedHashMap<>();

  XmlBytes(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }

  @Override
  public void startPrefixMapping(String prefix, String uri) {
    declarations.put(prefix, uri);
  }

  @Override
  public void startElement(String uri, String localName, String name, Attributes attributes)
      throws SAXException {
    write("<" + name);
    for (Map.Entry<String, String> it : declarations.entrySet()) {
      write(it.getKey().isEmpty() ? " xmlns=\"" : " xmlns:" + it.getKey() + "=\"");
      escape(it.getValue());
      write("\"");
    }
    declarations.clear();
    for (int i = 0; i < attributes.getLength(); i++) {
      write(" " + attributes.getQName(i) + "=\"");
      escape(attributes.getValue(i));
      write("\"");
    }
    write(">");
  }

  @Override
  public void endElement(String uri, String localName, String name) throws SAXException {
    write("</" + name + ">");
  }

  @Override
  public void characters(char[] text, int start, int length) throws SAXException {
    escape(new String(text, start, length));
  }

  private void escape(String text) throws SAXException {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        case '\r' -> escaped.append("&#13;");
        case '\n' -> escaped.append("&#10;");
        case '\t' -> escaped.append("&#9;");
        default -> escaped.append(c);
      }
    }
    write(escaped.toString());
  }

  private void write(String text) throws SAXException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (out.size() + (long) bytes.length > maxBytes) {
      throw new SAXException("it has more than " + maxBytes + " bytes as XML");
    }
    out.writeBytes(bytes);
  }
}
