package dev.flotilla.dpws.xml;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Reads base64 (RFC 4648), with all of its padding. */
final class Base64Text {
  private Base64Text() {}

  /** The bytes, white space ignored; null when this is not base64. */
  static byte @Nullable [] decode(char[] source, int start, int length) {
    byte[] digits = new byte[length];
    int count = 0;
    for (int i = start; i < start + length; i++) {
      char c = source[i];
      if (c >= 128) {
        return null;
      }
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
        digits[count++] = (byte) c;
      }
    }
    return decode(digits, 0, count);
  }

  /** The bytes; null when this is not base64 without white space. */
  static byte @Nullable [] decode(byte[] digits, int start, int length) {
    if (length % 4 != 0) {
      return null;
    }
    try {
      ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(digits, start, length));
      byte[] content = decoded.array();
      return content.length == decoded.remaining()
          ? content
          : Arrays.copyOf(content, decoded.remaining());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
