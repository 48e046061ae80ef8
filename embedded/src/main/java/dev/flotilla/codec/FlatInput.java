package dev.flotilla.codec;

import dev.flotilla.raft.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record of scalars from the text that {@link JsonOutput} writes for it: its members in
 * order, without spaces and escapes. Commands of this project's clients look so, and a parser is
 * not needed for them.
 *
 * <p>It finds the value that {@link JsonInput} finds in the same text, or none. Then {@link
 * JsonInput} reads the text, so that this class refuses nothing.
 */
final class FlatInput {
  /** Longer numbers are read by the parser, which has a limit of its own. */
  private static final int MAX_NUMBER_CHARS = 64;

  private final String text;
  private int at;

  /** What a shape finds in bytes, which must hold one value and nothing else. */
  static Object read(Shape shape, Bytes bytes) throws CodecException {
    if (shape instanceof RecordShape record && bytes.size() <= RecordCodec.MAX_BYTES) {
      Object asWritten = record.readFlat(bytes);
      if (asWritten != null) {
        return asWritten;
      }
    }
    return JsonInput.parse(shape, bytes);
  }

  /** Malformed bytes become U+FFFD here, which {@link #string} does not take. */
  FlatInput(Bytes bytes) {
    this.text = bytes.toUtf8();
  }

  /**
   * Begins a member, if it is the next one.
   *
   * @param label the member's name, as {@link JsonOutput#label} makes it
   */
  boolean member(String label) {
    if (!text.startsWith(label, at + 1) || text.charAt(at) != (at == 0 ? '{' : ',')) {
      return false;
    }
    at += 1 + label.length();
    return true;
  }

  /** Whether the object ends here, and the text with it. */
  boolean isAtEnd() {
    return at == 0 ? text.equals("{}") : at == text.length() - 1 && text.charAt(at) == '}';
  }

  /** Passes over a word, if it comes next. */
  boolean word(String expected) {
    boolean isThere = text.startsWith(expected, at);
    at += isThere ? expected.length() : 0;
    return isThere;
  }

  /** The next text; null if there is none, or one with escapes. */
  @Nullable String string() {
    if (!text.startsWith("\"", at)) {
      return null;
    }
    int start = at + 1;
    int end = text.indexOf('"', start);
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '\\' || c == '\ufffd') {
        return null;
      }
    }
    at = end + 1;
    return end < 0 ? null : text.substring(start, end);
  }

  /** The next number as it is written (RFC 8259, section 6); null if there is none. */
  @Nullable String number() {
    int start = at;
    if (start < text.length() && text.charAt(start) == '-') {
      at++;
    }
    int whole = at;
    if (!digits() || (text.charAt(whole) == '0' && at > whole + 1)) {
      return null;
    }
    if (text.charAt(at) == '.') {
      at++;
      if (!digits()) {
        return null;
      }
    }
    if (text.charAt(at) == 'E' || text.charAt(at) == 'e') {
      at++;
      if (text.startsWith("-", at) || text.startsWith("+", at)) {
        at++;
      }
      if (!digits()) {
        return null;
      }
    }
    return at - start <= MAX_NUMBER_CHARS ? text.substring(start, at) : null;
  }

  /** Passes over digits; false if there are none, or nothing comes after them. */
  private boolean digits() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at > start && at < text.length();
  }
}
