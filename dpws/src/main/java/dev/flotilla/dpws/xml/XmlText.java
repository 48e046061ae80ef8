package dev.flotilla.dpws.xml;

/** What XML 1.0 (section 2.2) can carry as text. Stateless, any thread. */
public final class XmlText {
  private static final int FIRST_NON_ASCII = 0x80;

  private XmlText() {}

  /** Whether the bytes are well-formed UTF-8 of characters that XML text can carry. */
  public static boolean isCarriable(byte[] utf8) {
    int at = 0;
    while (at < utf8.length) {
      int first = utf8[at];
      if (first >= 0) {
        if (!isCarriable(first)) {
          return false;
        }
        at++;
      } else {
        int length = sequenceLength(utf8, at);
        if (length == 0) {
          return false;
        }
        at += length;
      }
    }
    return true;
  }

  /** Whether XML text can carry every character: no control characters, no lone surrogates. */
  public static boolean isCarriable(String text) {
    for (int at = 0; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      if (!isCarriable(codePoint)) {
        return false;
      }
      at += Character.charCount(codePoint);
    }
    return true;
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
  private static int sequenceLength(byte[] utf8, int at) {
    int first = utf8[at] & 0xFF;
    int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + length > utf8.length) {
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
