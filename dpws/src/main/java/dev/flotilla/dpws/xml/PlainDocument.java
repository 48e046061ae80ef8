package dev.flotilla.dpws.xml;

import java.util.Arrays;
import javax.xml.stream.XMLStreamConstants;
import org.jspecify.annotations.Nullable;

/**
 * A document in the form in which {@link XmlWriter} writes: an XML declaration, elements with
 * namespace declarations and no other attributes, and printable ASCII text without references. It
 * is found by one pass over the bytes, which is a small part of what a parser does.
 *
 * <p>Whatever is not of this form is left to the parser, also what is not well-formed: {@link #of}
 * returns null. What is of this form means the same to both, except that elements of more than
 * {@link NameCensus#MAX_NAMES} different names are accepted here, where no table of names is kept.
 */
final class PlainDocument {
  private static final byte[] DECLARATION =
      XmlElement.utf8("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");

  /** Larger documents are left to the parser, which keeps nothing of what it has read. */
  private static final int MAX_EVENTS = 32_768;

  private static final byte[] XMLNS = XmlElement.utf8("xmlns");
  private static final int NAME_START = 1;
  private static final int NAME = 2;
  private static final int TEXT = 4;
  private static final int URI = 8;
  private static final byte[] CLASSES = new byte[128];

  static {
    for (int c = ' '; c < 127; c++) {
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      boolean isName = isLetter || (c >= '0' && c <= '9') || c == '-' || c == '.';
      boolean isText = c != '&' && c != '<' && c != '>';
      CLASSES[c] =
          (byte)
              ((isLetter ? NAME_START : 0)
                  | (isName ? NAME : 0)
                  | (isText ? TEXT : 0)
                  | (isText && c != '"' && c != ' ' ? URI : 0));
    }
  }

  final byte[] bytes;
  final int offset;

  /** For each event: what it is, and where its local name or its text is. */
  byte[] kinds = new byte[64];

  int[] starts = new int[64];
  int[] ends = new int[64];
  @Nullable String[] namespaces = new @Nullable String[64];
  int events;

  private final int end;
  private final XmlLimits limits;
  private int at;
  private int elements;

  // The open elements: the event of each start, where its whole name begins, what was declared.
  private int[] open = new int[8];
  private int[] tags = new int[8];
  private int[] inScopeBefore = new int[8];
  private int depth;

  // The declarations whose scope is not over, innermost last.
  private int[] scope = new int[8];
  private int inScope;

  // All declarations, also those whose scope is over: a name in a text asks for them afterwards.
  private int[] prefixStarts = new int[8];
  private int[] prefixEnds = new int[8];
  private String[] uris = new String[8];
  private int[] scopeStarts = new int[8];
  private int[] scopeEnds = new int[8];
  private int declared;

  private PlainDocument(byte[] bytes, int offset, int length, XmlLimits limits) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = offset + length;
    this.limits = limits;
    this.at = offset;
  }

  /** The document, or null if it is not of this form or larger than the limits allow. */
  static @Nullable PlainDocument of(byte[] bytes, int offset, int length, XmlLimits limits) {
    int body = offset + DECLARATION.length;
    if (length <= DECLARATION.length
        || !Arrays.equals(bytes, offset, body, DECLARATION, 0, DECLARATION.length)) {
      return null;
    }
    PlainDocument document = new PlainDocument(bytes, offset, length, limits);
    document.at = body;
    return document.scan() ? document : null;
  }

  /** The namespace of a prefix at an event; null if there is none. */
  @Nullable String namespaceOf(String prefix, int event) {
    byte[] wanted = XmlElement.utf8(prefix);
    for (int i = declared - 1; i >= 0; i--) {
      if (scopeStarts[i] <= event
          && event <= scopeEnds[i]
          && Arrays.equals(bytes, prefixStarts[i], prefixEnds[i], wanted, 0, wanted.length)) {
        return uris[i];
      }
    }
    return null;
  }

  private boolean scan() {
    do {
      boolean isGood = at < end && events < MAX_EVENTS && (bytes[at] == '<' ? tag() : text());
      if (!isGood) {
        return false;
      }
    } while (depth > 0);
    return at == end;
  }

  private boolean tag() {
    at++;
    return at < end && (bytes[at] == '/' ? endTag() : startTag());
  }

  private boolean text() {
    int start = at;
    at = pastAll(TEXT);
    if (depth == 0 || at == start || at - start > limits.maxTextChars()) {
      return false;
    }
    add(XMLStreamConstants.CHARACTERS, start, at, null);
    return true;
  }

  private boolean endTag() {
    if (depth == 0) {
      return false;
    }
    int begun = open[depth - 1];
    int tag = tags[depth - 1];
    int length = ends[begun] - tag;
    int start = at + 1;
    at = start + length;
    if (at >= end
        || bytes[at] != '>'
        || !Arrays.equals(bytes, start, at, bytes, tag, tag + length)) {
      return false;
    }
    at++;
    endElement();
    return true;
  }

  private void endElement() {
    depth--;
    int begun = open[depth];
    add(XMLStreamConstants.END_ELEMENT, starts[begun], ends[begun], namespaces[begun]);
    while (inScope > inScopeBefore[depth]) {
      inScope--;
      scopeEnds[scope[inScope]] = events - 1;
    }
  }

  private boolean startTag() {
    int tag = at;
    int colon = -1;
    if (!name()) {
      return false;
    }
    if (at < end && bytes[at] == ':') {
      colon = at++;
      if (!name()) {
        return false;
      }
    }
    int nameEnd = at;
    if (++elements > limits.maxElements() || depth == limits.maxDepth()) {
      return false;
    }
    push(tag);
    return declarations() && begin(tag, colon, nameEnd);
  }

  private boolean begin(int tag, int colon, int nameEnd) {
    String namespace = namespaceInScope(tag, colon < 0 ? tag : colon);
    if (at == end || (colon >= 0 && namespace == null)) {
      return false;
    }
    add(XMLStreamConstants.START_ELEMENT, colon < 0 ? tag : colon + 1, nameEnd, namespace);
    if (bytes[at] == '/') {
      at++;
      if (at == end || bytes[at] != '>') {
        return false;
      }
      at++;
      endElement();
      return true;
    }
    return bytes[at++] == '>';
  }

  private boolean name() {
    if (at == end || bytes[at] < 0 || (CLASSES[bytes[at]] & NAME_START) == 0) {
      return false;
    }
    at = pastAll(NAME);
    return true;
  }

  private int pastAll(int kind) {
    int next = at;
    while (next < end && bytes[next] >= 0 && (CLASSES[bytes[next]] & kind) != 0) {
      next++;
    }
    return next;
  }

  private boolean declarations() {
    int count = 0;
    while (at < end && bytes[at] == ' ') {
      if (++count > limits.maxAttributesPerElement() || !declaration()) {
        return false;
      }
    }
    return true;
  }

  /** One namespace declaration: xmlns, or xmlns and a prefix. */
  private boolean declaration() {
    int start = at + 1;
    at = start + XMLNS.length;
    if (at >= end || !Arrays.equals(bytes, start, at, XMLNS, 0, XMLNS.length)) {
      return false;
    }
    int prefix = at;
    if (bytes[at] == ':') {
      at++;
      prefix = at;
      if (!name() || isReserved(prefix, at)) {
        return false;
      }
    }
    int prefixEnd = at;
    if (at + 2 >= end || bytes[at] != '=' || bytes[at + 1] != '"') {
      return false;
    }
    at += 2;
    int uri = at;
    at = pastAll(URI);
    return at > uri && at < end && bytes[at++] == '"' && declare(prefix, prefixEnd, uri, at - 1);
  }

  /** Prefixes that begin with xml have rules of their own. */
  private boolean isReserved(int start, int nameEnd) {
    return nameEnd - start >= 3
        && (bytes[start] | 0x20) == 'x'
        && (bytes[start + 1] | 0x20) == 'm'
        && (bytes[start + 2] | 0x20) == 'l';
  }

  private boolean declare(int prefix, int prefixEnd, int uri, int uriEnd) {
    for (int i = inScopeBefore[depth - 1]; i < inScope; i++) {
      if (hasPrefix(scope[i], prefix, prefixEnd)) {
        return false;
      }
    }
    String namespace = Namespaces.of(bytes, uri, uriEnd);
    if (Namespaces.isReserved(namespace)) {
      return false;
    }
    if (declared == NameCensus.MAX_NAMES) {
      return false;
    }
    if (declared == uris.length) {
      growDeclarations();
    }
    prefixStarts[declared] = prefix;
    prefixEnds[declared] = prefixEnd;
    uris[declared] = namespace;
    scopeStarts[declared] = events;
    scopeEnds[declared] = Integer.MAX_VALUE;
    if (inScope == scope.length) {
      scope = Arrays.copyOf(scope, 2 * inScope);
    }
    scope[inScope++] = declared++;
    return true;
  }

  private boolean hasPrefix(int declaration, int prefix, int prefixEnd) {
    int start = prefixStarts[declaration];
    return Arrays.equals(bytes, start, prefixEnds[declaration], bytes, prefix, prefixEnd);
  }

  /** The namespace of the prefix in these bytes, of the declarations whose scope is not over. */
  private @Nullable String namespaceInScope(int prefix, int prefixEnd) {
    for (int i = inScope - 1; i >= 0; i--) {
      if (hasPrefix(scope[i], prefix, prefixEnd)) {
        return uris[scope[i]];
      }
    }
    return null;
  }

  private void push(int tag) {
    if (depth == open.length) {
      open = Arrays.copyOf(open, 2 * depth);
      tags = Arrays.copyOf(tags, 2 * depth);
      inScopeBefore = Arrays.copyOf(inScopeBefore, 2 * depth);
    }
    open[depth] = events;
    tags[depth] = tag;
    inScopeBefore[depth] = inScope;
    depth++;
  }

  private void add(int kind, int start, int textEnd, @Nullable String namespace) {
    if (events == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * events);
      starts = Arrays.copyOf(starts, 2 * events);
      ends = Arrays.copyOf(ends, 2 * events);
      namespaces = Arrays.copyOf(namespaces, 2 * events);
    }
    kinds[events] = (byte) kind;
    starts[events] = start;
    ends[events] = textEnd;
    namespaces[events] = namespace;
    events++;
  }

  private void growDeclarations() {
    int size = 2 * declared;
    prefixStarts = Arrays.copyOf(prefixStarts, size);
    prefixEnds = Arrays.copyOf(prefixEnds, size);
    uris = Arrays.copyOf(uris, size);
    scopeStarts = Arrays.copyOf(scopeStarts, size);
    scopeEnds = Arrays.copyOf(scopeEnds, size);
  }
}
