package dev.flotilla.dpws.xml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Writes one document in UTF-8 straight into a heap buffer.
 *
 * <p>A namespace is declared on the first element that needs it, for that element's subtree; {@link
 * #declare} does so earlier, for a namespace that many descendants need. Not thread-safe; never
 * blocks. Misuse (a wrong closing tag, an attribute after content) is an {@link
 * IllegalStateException}, text that XML cannot carry an {@link IllegalArgumentException}.
 *
 * <p>The buffer's writer index is right only after {@link #flush}.
 */
public final class XmlWriter {
  private static final byte[] DECLARATION =
      XmlElement.utf8("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
  private static final byte[] EMPTY_END = {'/', '>'};
  private static final int MAX_ESCAPE_BYTES = 6;

  /** The ASCII characters that stand for themselves in a text. */
  static final boolean[] PLAIN = new boolean[128];

  static {
    Arrays.fill(PLAIN, ' ', 127, true);
    PLAIN['\t'] = true;
    PLAIN['\n'] = true;
    PLAIN['&'] = false;
    PLAIN['<'] = false;
    PLAIN['>'] = false;
  }

  private final ByteBuf out;
  private byte[] bytes;
  private int at;
  private int limit;

  private XmlElement[] open = new XmlElement[16];
  private int depth;
  private boolean tagOpen;

  // Namespaces in scope, innermost last, each with the depth of the element that declares it.
  private String[] prefixes = new String[8];
  private String[] namespaces = new String[8];
  private int[] declaredAt = new int[8];
  private int declared;

  private @Nullable SlotRecorder recorder;
  private boolean isLeafSlot;

  private XmlWriter(ByteBuf out) {
    this.out = out;
    this.bytes = out.array();
    this.at = out.arrayOffset() + out.writerIndex();
    this.limit = out.arrayOffset() + out.capacity();
  }

  /**
   * A writer that appends to a buffer.
   *
   * @param out a heap buffer (with an array) that grows as needed; the caller keeps owning it
   */
  public static XmlWriter on(ByteBuf out) {
    if (!out.hasArray()) {
      throw new IllegalArgumentException("an XmlWriter writes into heap buffers only");
    }
    return new XmlWriter(out);
  }

  /** A writer into memory of its own, for {@link #template} and {@link #recorded}. */
  public static XmlWriter inMemory() {
    return new XmlWriter(Unpooled.buffer());
  }

  /** Writes the XML declaration; at the start only. */
  public XmlWriter declaration() {
    raw(DECLARATION);
    return this;
  }

  /** Starts to record here. */
  public XmlWriter record() {
    recorder = new SlotRecorder(at - out.arrayOffset());
    return this;
  }

  /** The template of what has been written since {@link #record}. */
  public XmlTemplate template() {
    if (recorder == null) {
      throw new IllegalStateException("no template is recorded");
    }
    return recorder.template(bytes, out.arrayOffset(), at - out.arrayOffset());
  }

  /** What has been written since {@link #record}. */
  public byte[] recorded() {
    if (recorder == null) {
      throw new IllegalStateException("nothing is recorded");
    }
    return Arrays.copyOfRange(bytes, out.arrayOffset() + recorder.begin(), at);
  }

  /** Makes the content of the leaf that is written next a slot, if a template is recorded. */
  public XmlWriter slot() {
    isLeafSlot = recorder != null && !recorder.isInSlot();
    return this;
  }

  /** Begins a slot that holds elements, if a template is recorded; it holds no slots. */
  public XmlWriter beginSlot() {
    if (recorder != null) {
      recorder.beginSlot(bytes, out.arrayOffset(), at - out.arrayOffset());
    }
    return this;
  }

  /** Ends the slot that holds elements. */
  public XmlWriter endSlot() {
    if (recorder != null) {
      recorder.endSlot(at - out.arrayOffset());
    }
    return this;
  }

  /** Opens an element; attributes may follow, then content, then {@link #close}. */
  public XmlWriter open(XmlElement element) {
    endTag();
    if (depth == open.length) {
      open = Arrays.copyOf(open, 2 * depth);
    }
    open[depth++] = element;
    count();
    raw(element.start);
    tagOpen = true;
    return declare(element);
  }

  /** Declares the namespace of an element on the tag that is open, unless it is in scope. */
  public XmlWriter declare(XmlElement element) {
    requireTagOpen();
    if (!inScope(element.prefix, element.namespace)) {
      raw(element.declaration);
      push(element.prefix, element.namespace);
    }
    return this;
  }

  /**
   * Adds an attribute to the tag that is open.
   *
   * @param name as it is written; a prefix must be in scope
   */
  public XmlWriter attribute(String name, String value) {
    requireTagOpen();
    raw(' ');
    ascii(name);
    raw('=', '"');
    escape(value, Escapes.ATTRIBUTE);
    raw('"');
    return this;
  }

  /** Closes the innermost element, which must be this one. */
  public XmlWriter close(XmlElement element) {
    if (depth == 0 || open[depth - 1] != element) {
      throw new IllegalStateException("close of " + element + " where it is not open");
    }
    if (tagOpen) {
      raw(EMPTY_END);
      tagOpen = false;
    } else {
      raw(element.end);
    }
    popScope();
    depth--;
    return this;
  }

  /** Writes an element with text. */
  public XmlWriter element(XmlElement element, String text) {
    startLeaf(element);
    escape(text, Escapes.TEXT);
    return endLeaf(element);
  }

  /** Writes an element with text, or nothing when there is no text. */
  public XmlWriter optional(XmlElement element, @Nullable String text) {
    if (text == null) {
      isLeafSlot = false;
      return this;
    }
    return element(element, text);
  }

  /** Writes an element with a decimal number. */
  public XmlWriter element(XmlElement element, long number) {
    startLeaf(element);
    ascii(Long.toString(number));
    return endLeaf(element);
  }

  /** Writes an element with {@code true} or {@code false}. */
  public XmlWriter element(XmlElement element, boolean value) {
    startLeaf(element);
    ascii(value ? "true" : "false");
    return endLeaf(element);
  }

  /** Writes an element with bytes in base64. */
  public XmlWriter base64(XmlElement element, byte[] content) {
    startLeaf(element);
    if (isLeafSlot && recorder != null) {
      recorder.holdsBase64();
    }
    raw(Base64.getEncoder().encode(content));
    return endLeaf(element);
  }

  /**
   * Writes an element whose text is given in UTF-8.
   *
   * @param content text for which {@link XmlText#isCarriable(byte[])} holds; not checked again
   */
  public XmlWriter utf8(XmlElement element, byte[] content) {
    startLeaf(element);
    escape(content);
    return endLeaf(element);
  }

  /** Writes an element with a list of names, with prefixes declared on the element itself. */
  public XmlWriter names(XmlElement element, Collection<QName> names) {
    Map<String, String> prefixOf = new LinkedHashMap<>();
    StringBuilder text = new StringBuilder();
    for (QName name : names) {
      text.append(text.isEmpty() ? "" : " ");
      if (!name.getNamespaceURI().isEmpty()) {
        text.append(prefixOf.computeIfAbsent(name.getNamespaceURI(), n -> "q" + prefixOf.size()));
        text.append(':');
      }
      text.append(name.getLocalPart());
    }
    open(element);
    prefixOf.forEach(
        (namespace, prefix) -> raw(XmlElement.utf8(XmlElement.declarationOf(prefix, namespace))));
    return text(text.toString()).close(element);
  }

  /** Writes text into the element that is open. */
  public XmlWriter text(String text) {
    endTag();
    escape(text, Escapes.TEXT);
    return this;
  }

  /** Brings the buffer's writer index up to date. */
  public void flush() {
    out.writerIndex(at - out.arrayOffset());
  }

  private void startLeaf(XmlElement element) {
    endTag();
    raw(element.start);
    if (!inScope(element.prefix, element.namespace)) {
      raw(element.declaration);
    }
    raw('>');
    count();
    if (isLeafSlot) {
      beginSlot();
    }
  }

  private XmlWriter endLeaf(XmlElement element) {
    if (isLeafSlot) {
      endSlot();
      isLeafSlot = false;
    }
    raw(element.end);
    return this;
  }

  private void count() {
    if (recorder != null) {
      recorder.element();
    }
  }

  private void endTag() {
    if (tagOpen) {
      raw('>');
      tagOpen = false;
    }
  }

  private void requireTagOpen() {
    if (!tagOpen) {
      throw new IllegalStateException("attributes and namespaces come before content");
    }
  }

  private boolean inScope(String prefix, String namespace) {
    for (int i = declared - 1; i >= 0; i--) {
      if (prefixes[i].equals(prefix)) {
        return namespaces[i].equals(namespace);
      }
    }
    return prefix.isEmpty() && namespace.isEmpty();
  }

  private void push(String prefix, String namespace) {
    if (declared == prefixes.length) {
      prefixes = Arrays.copyOf(prefixes, 2 * declared);
      namespaces = Arrays.copyOf(namespaces, 2 * declared);
      declaredAt = Arrays.copyOf(declaredAt, 2 * declared);
    }
    prefixes[declared] = prefix;
    namespaces[declared] = namespace;
    declaredAt[declared++] = depth;
  }

  private void popScope() {
    while (declared > 0 && declaredAt[declared - 1] == depth) {
      declared--;
    }
  }

  private void escape(String text, Escapes escapes) {
    int length = text.length();
    reserve(length);
    byte[] target = bytes;
    int to = at;
    int i = 0;
    for (; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 128 || !PLAIN[c]) {
        break;
      }
      target[to++] = (byte) c;
    }
    at = to;
    if (i < length || escapes == Escapes.ATTRIBUTE) {
      at -= i;
      escapeSlowly(text, escapes);
    }
  }

  private void escapeSlowly(String text, Escapes escapes) {
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      reserve(MAX_ESCAPE_BYTES);
      if (codePoint < 128) {
        ascii(codePoint, escapes, text);
      } else {
        nonAscii(codePoint, text);
      }
    }
  }

  private void escape(byte[] utf8) {
    reserve(utf8.length);
    for (byte b : utf8) {
      if (b < 0 || PLAIN[b]) {
        reserve(1);
        bytes[at++] = b;
      } else {
        ascii(b, Escapes.TEXT, "");
      }
    }
  }

  private void ascii(int c, Escapes escapes, String text) {
    String reference = escapes.reference(c);
    if (reference != null) {
      ascii(reference);
    } else if (XmlText.isCarriable(c)) {
      raw(c);
    } else {
      throw uncarriable(c, text);
    }
  }

  private void nonAscii(int codePoint, String text) {
    if (!XmlText.isCarriable(codePoint)) {
      throw uncarriable(codePoint, text);
    }
    if (codePoint < 0x800) {
      bytes[at++] = (byte) (0xC0 | codePoint >> 6);
    } else {
      if (codePoint < 0x10000) {
        bytes[at++] = (byte) (0xE0 | codePoint >> 12);
      } else {
        bytes[at++] = (byte) (0xF0 | codePoint >> 18);
        bytes[at++] = continuation(codePoint >> 12);
      }
      bytes[at++] = continuation(codePoint >> 6);
    }
    bytes[at++] = continuation(codePoint);
  }

  private static byte continuation(int bits) {
    return (byte) (0x80 | (bits & 0x3F));
  }

  private static IllegalArgumentException uncarriable(int codePoint, String text) {
    return new IllegalArgumentException(
        String.format(
            "XML cannot carry the character U+%04X at place %s of a text of %s; send it as base64",
            codePoint, text.indexOf(codePoint), text.length()));
  }

  private void ascii(String text) {
    int length = text.length();
    reserve(length);
    for (int i = 0; i < length; i++) {
      bytes[at++] = (byte) text.charAt(i);
    }
  }

  private void raw(byte[] source) {
    reserve(source.length);
    System.arraycopy(source, 0, bytes, at, source.length);
    at += source.length;
  }

  private void raw(int c) {
    reserve(1);
    bytes[at++] = (byte) c;
  }

  private void raw(int first, int second) {
    raw(first);
    raw(second);
  }

  private void reserve(int length) {
    if (limit - at < length) {
      flush();
      out.ensureWritable(length);
      bytes = out.array();
      at = out.arrayOffset() + out.writerIndex();
      limit = out.arrayOffset() + out.capacity();
    }
  }

  /** The characters that are written as references, which differ between text and attributes. */
  private enum Escapes {
    TEXT,
    ATTRIBUTE;

    @Nullable String reference(int c) {
      return switch (c) {
        case '&' -> "&amp;";
        case '<' -> "&lt;";
        case '>' -> "&gt;";
        case '\r' -> "&#xD;";
        case '"' -> this == ATTRIBUTE ? "&quot;" : null;
        case '\n' -> this == ATTRIBUTE ? "&#xA;" : null;
        case '\t' -> this == ATTRIBUTE ? "&#x9;" : null;
        default -> null;
      };
    }
  }
}
