package dev.flotilla.dpws.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document by its {@link XmlTemplate}: compares what lies between the slots, and takes the
 * content of each slot, in order. It takes less than {@link XmlReader} does, and nothing that it
 * takes means anything else there: whatever is written in another way does not fit, and has to be
 * read in full. Not thread-safe; never blocks.
 */
public final class SlotReader {
  private static final byte TEXT = 1;
  private static final byte TOKEN = 2;

  /** What a text may hold as it stands. A token has no white space either, which is cut off. */
  private static final byte[] ALLOWED = new byte[128];

  static {
    Arrays.fill(ALLOWED, '!', 127, (byte) (TEXT | TOKEN));
    for (char c : new char[] {' ', '\t', '\n'}) {
      ALLOWED[c] = TEXT;
    }
    for (char c : new char[] {'&', '<', '>'}) {
      ALLOWED[c] = 0;
    }
  }

  private final byte[] bytes;
  private final int end;
  private final int maxElements;
  private final int maxTextChars;
  private int at;
  private int elements;

  private XmlTemplate template;
  private int slot;
  private int from;

  // What the part that is being read lies in.
  private @Nullable XmlTemplate outer;
  private int outerSlot;
  private int outerFrom;

  /**
   * Starts to read the document in a region of an array, which is not copied.
   *
   * @param maxElements elements in the document
   * @param maxTextChars characters of the text of one element
   */
  public SlotReader(
      XmlTemplate template,
      byte[] document,
      int offset,
      int length,
      int maxElements,
      int maxTextChars) {
    this.template = template;
    this.bytes = document;
    this.at = offset;
    this.end = offset + length;
    this.maxElements = maxElements;
    this.maxTextChars = maxTextChars;
    this.elements = template.elements;
  }

  /**
   * The whole number in the next slot.
   *
   * @param limit the largest that may be there; the smallest is 0
   */
  public long number(long limit) throws TemplateMismatchException {
    next();
    int start = at;
    long number = 0;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      if (at - start == SlotWriter.MAX_DIGITS) {
        throw new TemplateMismatchException();
      }
      number = 10 * number + bytes[at++] - '0';
    }
    boolean isPadded = at - start > 1 && bytes[start] == '0';
    if (at == start || isPadded || number > limit) {
      throw new TemplateMismatchException();
    }
    return number;
  }

  /**
   * The ASCII text without white space in the next slot.
   *
   * @param maxChars how long it may be
   */
  public String token(int maxChars) throws TemplateMismatchException {
    next();
    int start = at;
    while (at < end && bytes[at] >= 0 && (ALLOWED[bytes[at]] & TOKEN) != 0) {
      at++;
    }
    if (at - start > Math.min(maxChars, maxTextChars)) {
      throw new TemplateMismatchException();
    }
    return new String(bytes, start, at - start, StandardCharsets.US_ASCII);
  }

  /** The text in the next slot. */
  public String text() throws TemplateMismatchException {
    int start = toText();
    return new String(bytes, start, at - start, StandardCharsets.UTF_8);
  }

  /** What {@link SlotWriter#bytes} has written into the next slot. */
  public byte[] bytes() throws TemplateMismatchException {
    if (slot < template.isBase64.length && template.isBase64[slot]) {
      return base64();
    }
    int start = toText();
    return Arrays.copyOfRange(bytes, start, at);
  }

  /** Goes to the begin of the next slot, which holds elements. */
  public void begin() throws TemplateMismatchException {
    next();
  }

  /** Whether this comes next; if so, goes on behind it. */
  public boolean takes(byte[] constant) {
    int after = at + constant.length;
    if (after > end || !Arrays.equals(bytes, at, after, constant, 0, constant.length)) {
      return false;
    }
    at = after;
    return true;
  }

  /**
   * Begins a part of the document that has a template of its own, inside a slot; there are no parts
   * of parts.
   *
   * @return where it begins, for {@link #retry}
   */
  public int beginPart(XmlTemplate part) throws TemplateMismatchException {
    if (outer != null) {
      throw new IllegalStateException("a part of a document in a part of one");
    }
    elements += part.elements;
    if (elements > maxElements) {
      throw new TemplateMismatchException();
    }
    outer = template;
    outerSlot = slot;
    outerFrom = from;
    template = part;
    slot = 0;
    from = 0;
    return at;
  }

  /** Ends the part, or does not, and is where it was. */
  public void endPart() throws TemplateMismatchException {
    last();
    leave();
  }

  /** Leaves a part that does not fit, and goes back to where it begins. */
  public void retry(int place) {
    elements -= template.elements;
    leave();
    at = place;
  }

  /** Ends the document. */
  public void finish() throws TemplateMismatchException {
    last();
    if (at != end) {
      throw new TemplateMismatchException();
    }
  }

  private void leave() {
    if (outer == null) {
      throw new IllegalStateException("no part of the document has been begun");
    }
    template = outer;
    slot = outerSlot;
    from = outerFrom;
    outer = null;
  }

  private byte[] base64() throws TemplateMismatchException {
    next();
    int start = at;
    while (at < end && bytes[at] != '<') {
      at++;
    }
    int length = at - start;
    byte[] content = length > maxTextChars ? null : Base64Text.decode(bytes, start, length);
    if (content == null) {
      throw new TemplateMismatchException();
    }
    return content;
  }

  /** Goes behind the text in the next slot, and returns where it begins. */
  private int toText() throws TemplateMismatchException {
    next();
    int start = at;
    int all = 0;
    while (at < end && (bytes[at] < 0 || ALLOWED[bytes[at]] != 0)) {
      all |= bytes[at++];
    }
    if (at - start > maxTextChars || (all < 0 && XmlText.firstUncarriable(bytes, start, at) >= 0)) {
      throw new TemplateMismatchException();
    }
    return start;
  }

  /** Compares what comes before the next slot. */
  private void next() throws TemplateMismatchException {
    int length = template.ends[slot] - from;
    if (slot == template.isBase64.length
        || end - at < length
        || !Arrays.equals(bytes, at, at + length, template.stretches, from, from + length)) {
      throw new TemplateMismatchException();
    }
    at += length;
    from += length;
    slot++;
  }

  private void last() throws TemplateMismatchException {
    int length = template.stretches.length - from;
    if (slot != template.isBase64.length
        || end - at < length
        || !Arrays.equals(bytes, at, at + length, template.stretches, from, from + length)) {
      throw new TemplateMismatchException();
    }
    at += length;
  }
}
