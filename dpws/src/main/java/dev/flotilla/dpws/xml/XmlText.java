package dev.flotilla.dpws.xml;

/** What XML 1.0 (section 2.2) can carry as text. Stateless, any thread. */
public final class XmlText {
  private static final int FIRST_NON_ASCII = 0x80;
  private static final int REPLACEMENT = 0xFFFD;

  private XmlText() {}

  /** Whether the bytes are well-formed UTF-8 of characters that XML text can carry. */
  public static boolean isCarriable(byte[] utf8) {
    return firstUncarriable(utf8, 0, utf8.length) < 0;
  }

  /** Where the first bytes are that are no UTF-8 of an XML character; -1 if there are none. */
  static int firstUncarriable(byte[] utf8, int start, int end) {
    int at = start;
    while (at < end) {
      int first = utf8[at];
      if (first >= ' ') {
        at++;
      } else if (first >= 0) {
        if (!isCarriable(first)) {
          return at;
        }
        at++;
      } else {
        int length = sequenceLength(utf8, at, end);
        if (length == 0) {
          return at;
        }
        at += length;
      }
    }
    return -1;
  }

  /** Where the first control character is that XML does not allow; -1 if there are none. */
  static int firstControl(byte[] latin1, int start, int end) {
    for (int at = start; at < end; at++) {
      if (latin1[at] >= 0 && !isCarriable(latin1[at])) {
        return at;
      }
    }
    return -1;
  }

  /** Whether XML text can carry every character: no control characters, no lone surrogates. */
  public static boolean isCarriable(String text) {
    for (int at = 0; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      boolean isAscii = codePoint >= ' ' && codePoint < FIRST_NON_ASCII;
      if (!isAscii && !isCarriable(codePoint)) {
        return false;
      }
      at += Character.charCount(codePoint);
    }
    return true;
  }

  /** The text with U+FFFD in the place of every character that XML text cannot carry. */
  public static String carriable(String text) {
    if (isCarriable(text)) {
      return text;
    }
    StringBuilder carried = new StringBuilder(text.length());
    text.codePoints().forEach(c -> carried.appendCodePoint(isCarriable(c) ? c : REPLACEMENT));
    return carried.toString();
  }

  /** The text, or its first characters and an ellipsis; never cut inside a surrogate pair. */
  public static String abbreviated(String text, int maxChars) {
    if (text.length() <= maxChars) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
    return text.substring(0, end) + "...";
  }

  static boolean isCarriable(int codePoint) {
    if (codePoint < ' ') {
      return codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
    }
    return codePoint < Character.MIN_SURROGATE
        || (codePoint > Character.MAX_SURROGATE && codePoint != 0xFFFE && codePoint != 0xFFFF);
  }

  static boolean isAsciiName(String text) {
    if (text.isEmpty() || !isNameStart(text.charAt(0))) {
      return false;
    }
    return text.chars().allMatch(c -> isNameStart(c) || c == '-' || c == '.' || isDigit(c));
  }

  static String escapedAttribute(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static boolean isNameStart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** The bytes of the multi-byte character that starts here; 0 when it is not carriable. */
  private static int sequenceLength(byte[] utf8, int at, int end) {
    int first = utf8[at] & 0xFF;
    int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + length > end) {
      return 0;
    }
    int codePoint = first & (0xFF >> (length + 1));
    for (int i = 1; i < length; i++) {
      int next = utf8[at + i] & 0xFF;
      if ((next & 0xC0) != FIRST_NON_ASCII) {
        return 0;
      }
      codePoint = (codePoint << 6) | (next & 0x3F);
    }
    boolean overlong = length == 3 ? codePoint < 0x800 : length == 4 && codePoint < 0x10000;
    return overlong || codePoint > Character.MAX_CODE_POINT || !isCarriable(codePoint) ? 0 : length;
  }
}
