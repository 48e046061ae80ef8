package dev.flotilla.dpws.xml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.StringTokenizer;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/**
 * Pulls one document apart, element by element, and trusts nothing in it.
 *
 * <p>A new reader stands on the root element. Standing on the start of an element, read it in one
 * of three ways, each of which leaves the reader on its end: {@link #text()} and its kin for simple
 * content, {@link #skip()}, or its children, all at once with {@link XmlFields} or one by one:
 *
 * <pre>{@code
 * while (in.nextChild()) {
 *   if (in.is(UID)) {
 *     uid = in.text();
 *   } else {
 *     in.skip();
 *   }
 * }
 * }</pre>
 *
 * <p>Document type declarations and entity references other than the five predefined ones are
 * refused, and so are processing instructions (SOAP 1.2 Part 1, section 5); comments are passed
 * over. So is every document with a character that XML 1.0 does not allow, wherever it stands: what
 * has been read can be written again. Foreign prefixes, {@code xsi:type} and other attributes are
 * harmless. Not thread-safe; never blocks.
 */
public final class XmlReader {
  private static final Parsers PARSERS = new Parsers();
  private static final int MAX_QUOTED_CHARS = 40;
  private static final String LATIN_1 = "ISO-8859-1";
  private static final Pattern ASCII_SUPERSETS = Pattern.compile("UTF-?8|US-ASCII|" + LATIN_1);
  private static final byte[] NO_BYTES = {};

  private final ParsedCursor in;
  private final XmlLimits limits;
  private int depth;
  private int elements;
  private UnexpectedElements unexpected = UnexpectedElements.PASS_OVER;

  private XmlReader(ParsedCursor in, XmlLimits limits) {
    this.in = in;
    this.limits = limits;
  }

  /** A reader on the root element of the document in a region of an array, which is not copied. */
  public static XmlReader of(byte[] document, int offset, int length, XmlLimits limits)
      throws XmlException {
    TagGuard.check(document, offset, length, limits.maxAttributesPerElement());
    return unguarded(document, offset, length, limits);
  }

  /** The same without the guard's look, behind which nothing relies on what the guard refuses. */
  static XmlReader unguarded(byte[] document, int offset, int length, XmlLimits limits)
      throws XmlException {
    try {
      XMLStreamReader2 parser = PARSERS.reader(document, offset, length);
      requireCharacters(parser.getCharacterEncodingScheme(), document, offset, length);
      XmlReader reader = new XmlReader(new ParsedCursor(parser), limits);
      reader.toRoot();
      return reader;
    } catch (XMLStreamException | RuntimeException e) {
      throw malformed(e);
    }
  }

  /** A reader on the root element of the document in the readable bytes, whose index stays. */
  public static XmlReader of(ByteBuf document, XmlLimits limits) throws XmlException {
    if (document.hasArray()) {
      int offset = document.arrayOffset() + document.readerIndex();
      return of(document.array(), offset, document.readableBytes(), limits);
    }
    byte[] copy = ByteBufUtil.getBytes(document);
    return of(copy, 0, copy.length, limits);
  }

  /** Sets what becomes of unexpected elements from here on; without it they are passed over. */
  public void setUnexpected(UnexpectedElements rule) {
    unexpected = rule;
  }

  UnexpectedElements unexpected() {
    return unexpected;
  }

  /**
   * Moves to the start of the next child of the element that the reader stands on or in; on false
   * the reader stands on that element's end.
   *
   * @throws XmlException when there is text between the children
   */
  public boolean nextChild() throws XmlException {
    if (depth == 0) {
      throw new IllegalStateException("the root element has been read to its end");
    }
    while (true) {
      switch (next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          enter();
          return true;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          depth--;
          return false;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> requireWhiteSpace();
        default -> {}
      }
    }
  }

  /** Whether the element has this name; prefixes do not matter. */
  public boolean is(XmlElement element) {
    return in.is(element);
  }

  /** The element's name without prefix. */
  public String localName() {
    return in.localName();
  }

  /** The element's namespace URI; empty for none. */
  public String namespace() {
    return in.namespace();
  }

  /** The element's name as a value. */
  public QName name() {
    return new QName(namespace(), in.localName());
  }

  /**
   * The value of an attribute of the element on whose start the reader stands.
   *
   * @param namespace the attribute's namespace URI; empty for the usual attribute without one
   * @return null when it is absent
   */
  public @Nullable String attribute(String namespace, String localName) {
    return in.attribute(namespace, localName);
  }

  /** Moves to the element's end, past whatever is in it. */
  public void skip() throws XmlException {
    int outside = depth - 1;
    while (depth > outside) {
      switch (next()) {
        case XMLStreamConstants.START_ELEMENT -> enter();
        case XMLStreamConstants.END_ELEMENT -> depth--;
        default -> {}
      }
    }
  }

  /** The element's text, as it is. */
  public String text() throws XmlException {
    if (!toText()) {
      return "";
    }
    String first = in.text();
    String rest = restOfText();
    return rest == null ? first : first + rest;
  }

  /** The element's text, or null when it holds other elements, which are passed over. */
  public @Nullable String leafText() throws XmlException {
    int inside = elements;
    int outside = depth - 1;
    StringBuilder text = new StringBuilder();
    while (depth > outside) {
      switch (next()) {
        case XMLStreamConstants.START_ELEMENT -> enter();
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(in.text());
        default -> {}
      }
    }
    return elements == inside ? text.toString() : null;
  }

  /** The element's text without white space around it, for numbers, URIs and names. */
  public String trimmedText() throws XmlException {
    return text().strip();
  }

  /** The element's text in UTF-8. */
  public byte[] utf8() throws XmlException {
    if (!toText()) {
      return NO_BYTES;
    }
    byte[] first = in.utf8();
    String rest = restOfText();
    return rest == null ? first : concatenated(first, rest.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes that the element holds in base64. */
  public byte[] base64() throws XmlException {
    if (!toText()) {
      return NO_BYTES;
    }
    byte[] content = in.base64();
    String rest = restOfText();
    if (content == null || rest != null) {
      throw fail("element " + name() + " does not hold base64 in one piece");
    }
    return content;
  }

  /** The whole number that the element holds. */
  public long longValue() throws XmlException {
    QName element = name();
    String text = trimmedText();
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw fail(element + " holds '" + quotable(text) + "' where a whole number is expected");
    }
  }

  /** The truth value that the element holds: true, false, 1 or 0. */
  public boolean booleanValue() throws XmlException {
    QName element = name();
    String text = trimmedText();
    return switch (text) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default ->
          throw fail(element + " holds '" + quotable(text) + "' where true or false is expected");
    };
  }

  /** The white-space separated names that the element holds, with their prefixes resolved. */
  public List<QName> names() throws XmlException {
    List<QName> names = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(text());
    while (tokens.hasMoreTokens()) {
      names.add(resolved(tokens.nextToken()));
    }
    return names;
  }

  /** Reads on to the end of the document, to see that it is well-formed. */
  public void finish() throws XmlException {
    while (next() != XMLStreamConstants.END_DOCUMENT) {
      if (in.event() == XMLStreamConstants.START_ELEMENT) {
        enter();
      } else if (in.event() == XMLStreamConstants.END_ELEMENT) {
        depth--;
      }
    }
  }

  /** An exception with the place in the document added, for the caller to throw. */
  public XmlException fail(String what) {
    return new XmlException(what + " (" + in.place() + ")");
  }

  /** Refuses any other element than this one. */
  public void expect(XmlElement element) throws XmlException {
    if (!is(element)) {
      throw fail("element " + name() + " where " + element + " is expected");
    }
  }

  /** The value, or an exception that names the missing element. */
  public <T> T require(@Nullable T value, XmlElement element) throws XmlException {
    if (value == null) {
      throw fail("element " + element + " is missing");
    }
    return value;
  }

  private QName resolved(String token) throws XmlException {
    int colon = token.indexOf(':');
    String prefix = colon < 0 ? XMLConstants.DEFAULT_NS_PREFIX : token.substring(0, colon);
    String namespace = in.namespaceOf(prefix);
    if (namespace == null && colon >= 0) {
      throw fail("the prefix of '" + quotable(token) + "' is not declared");
    }
    return new QName(namespace, token.substring(colon + 1), prefix);
  }

  /**
   * Requires every byte to be of a character of XML 1.0 (section 2.2). The parser takes more than
   * UTF-8 and makes lone surrogates of it, which nothing can write again. References to other
   * characters it refuses itself.
   */
  private static void requireCharacters(
      @Nullable String encoding, byte[] document, int offset, int length) throws XmlException {
    String charset = encoding == null ? "UTF-8" : encoding.toUpperCase(Locale.ROOT);
    if (!ASCII_SUPERSETS.matcher(charset).matches()) {
      throw new XmlException("the document is not in UTF-8 but in " + quotable(charset));
    }
    int end = offset + length;
    int bad =
        charset.equals(LATIN_1)
            ? XmlText.firstControl(document, offset, end)
            : XmlText.firstUncarriable(document, offset, end);
    if (bad >= 0) {
      throw new XmlException(
          String.format(
              Locale.ROOT,
              "byte %d of the document, 0x%02X, does not begin a character that XML 1.0 allows in"
                  + " %s; send binary content as base64",
              bad - offset,
              document[bad],
              charset));
    }
  }

  private void toRoot() throws XmlException {
    while (next() != XMLStreamConstants.START_ELEMENT) {
      // Comments; everything else is refused by next().
    }
    enter();
  }

  /** Moves from the element's start to its text; on false there is none and this is its end. */
  private boolean toText() throws XmlException {
    while (true) {
      switch (next()) {
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          if (in.textLength() > limits.maxTextChars()) {
            throw fail("a text is longer than " + limits.maxTextChars() + " characters");
          }
          return true;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          depth--;
          return false;
        }
        case XMLStreamConstants.START_ELEMENT ->
            throw fail("element " + name() + " where only text is expected");
        default -> {}
      }
    }
  }

  /** Moves to the element's end; the text on the way, which only a comment can split, or null. */
  private @Nullable String restOfText() throws XmlException {
    if (!toText()) {
      return null;
    }
    StringBuilder rest = new StringBuilder();
    do {
      rest.append(in.text());
      if (rest.length() > limits.maxTextChars()) {
        throw fail("a text is longer than " + limits.maxTextChars() + " characters");
      }
    } while (toText());
    return rest.toString();
  }

  private static byte[] concatenated(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private void enter() throws XmlException {
    if (++depth > limits.maxDepth()) {
      throw fail("elements are nested deeper than " + limits.maxDepth() + " levels");
    }
    if (++elements > limits.maxElements()) {
      throw fail("there are more than " + limits.maxElements() + " elements");
    }
    if (!in.countNames()) {
      throw fail("there are more than " + ParsedCursor.MAX_NAMES + " different names");
    }
    // Namespaces in XML 1.0, section 2.2: only the default namespace may be taken back.
    String unbound = in.unboundPrefix();
    if (unbound != null) {
      throw fail("prefix " + quotable(unbound) + " is bound to nothing");
    }
  }

  private void requireWhiteSpace() throws XmlException {
    if (!in.isWhiteSpace()) {
      throw fail("text '" + quotable(in.text()) + "' where only elements are expected");
    }
  }

  private int next() throws XmlException {
    int event;
    try {
      event = in.next();
    } catch (NoSuchElementException e) {
      throw new IllegalStateException("the document has been read to its end", e);
    } catch (XMLStreamException | RuntimeException e) {
      // The parser has no other exception for some documents, such as a prefix xmlns.
      throw malformed(e);
    }
    if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
      throw fail("document type declarations and entities are not allowed in SOAP");
    }
    if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
      throw fail("processing instructions are not allowed in SOAP");
    }
    return event;
  }

  private static XmlException malformed(Exception e) {
    String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    return new XmlException("not well-formed XML: " + message, e);
  }

  private static String quotable(String text) {
    return XmlText.abbreviated(text, MAX_QUOTED_CHARS);
  }
}
