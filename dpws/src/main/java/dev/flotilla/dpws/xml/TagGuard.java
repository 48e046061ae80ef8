package dev.flotilla.dpws.xml;

import java.util.Arrays;

/**
 * Looks over the bytes of a document before the parser does, and refuses what would make the parser
 * slow: Aalto reads a whole start tag before it says anything, in time that grows with the square
 * of the number of attributes. A megabyte of namespace declarations takes it half a minute.
 *
 * <p>What is not well-formed passes; the parser complains better.
 */
final class TagGuard {
  private static final byte[] COMMENT = XmlElement.utf8("!--");
  private static final byte[] CDATA = XmlElement.utf8("![CDATA[");

  private final byte[] bytes;
  private final int end;
  private final int maxAttributes;
  private int at;

  private TagGuard(byte[] bytes, int start, int end, int maxAttributes) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
    this.maxAttributes = maxAttributes;
  }

  /** Refuses encodings that are not a superset of ASCII, document types, and crowded tags. */
  static void check(byte[] bytes, int start, int length, int maxAttributes) throws XmlException {
    // UTF-16 and UTF-32 have a zero or a byte order mark among the first two bytes.
    if (length >= 2 && (bytes[start] == 0 || bytes[start + 1] == 0 || isMark(bytes, start))) {
      throw new XmlException("the document is not in UTF-8");
    }
    new TagGuard(bytes, start, start + length, maxAttributes).check();
  }

  private static boolean isMark(byte[] bytes, int start) {
    int mark = (bytes[start] & 0xFF) << 8 | (bytes[start + 1] & 0xFF);
    return mark == 0xFEFF || mark == 0xFFFE;
  }

  private void check() throws XmlException {
    while (at < end) {
      if (bytes[at++] == '<' && at < end) {
        switch (bytes[at]) {
          case '/' -> {}
          case '?' -> skipPast('?', '>');
          case '!' -> declaration();
          default -> startTag();
        }
      }
    }
  }

  private void declaration() throws XmlException {
    if (startsWith(COMMENT)) {
      at += COMMENT.length;
      skipPast('-', '-', '>');
    } else if (startsWith(CDATA)) {
      at += CDATA.length;
      skipPast(']', ']', '>');
    } else {
      throw new XmlException("document type declarations and entities are not allowed in SOAP");
    }
  }

  private void startTag() throws XmlException {
    int attributes = 0;
    int quote = 0;
    for (; at < end; at++) {
      int c = bytes[at];
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '>') {
        return;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '=' && ++attributes > maxAttributes) {
        throw new XmlException("an element has more than " + maxAttributes + " attributes");
      }
    }
  }

  private boolean startsWith(byte[] text) {
    int after = at + text.length;
    return after <= end && Arrays.equals(bytes, at, after, text, 0, text.length);
  }

  private void skipPast(int... closing) {
    for (; at < end; at++) {
      int i = 0;
      while (i < closing.length && at + i < end && bytes[at + i] == closing[i]) {
        i++;
      }
      if (i == closing.length) {
        at += i;
        return;
      }
    }
  }
}
