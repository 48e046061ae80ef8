package dev.flotilla.dpws.xml;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Base64 (RFC 4648) between byte arrays and characters, without intermediate copies. */
final class Base64Text {
  private static final byte[] ENCODE =
      XmlElement.utf8("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
  private static final byte[] DECODE = new byte[128];
  private static final byte INVALID = -1;
  private static final byte SPACE = -2;

  static {
    Arrays.fill(DECODE, INVALID);
    for (int i = 0; i < ENCODE.length; i++) {
      DECODE[ENCODE[i]] = (byte) i;
    }
    for (char c : new char[] {' ', '\t', '\n', '\r'}) {
      DECODE[c] = SPACE;
    }
  }

  private Base64Text() {}

  static int encodedLength(int length) {
    return Math.multiplyExact(4, (length + 2) / 3);
  }

  /** Writes the encoded form and returns the place after it. */
  static int encode(byte[] source, byte[] target, int start) {
    int at = start;
    int whole = source.length - source.length % 3;
    for (int i = 0; i < whole; i += 3) {
      int bits = (source[i] & 0xFF) << 16 | (source[i + 1] & 0xFF) << 8 | (source[i + 2] & 0xFF);
      target[at] = ENCODE[bits >> 18];
      target[at + 1] = ENCODE[bits >> 12 & 63];
      target[at + 2] = ENCODE[bits >> 6 & 63];
      target[at + 3] = ENCODE[bits & 63];
      at += 4;
    }
    int rest = source.length - whole;
    if (rest > 0) {
      int bits = (source[whole] & 0xFF) << 16 | (rest == 2 ? (source[whole + 1] & 0xFF) << 8 : 0);
      target[at] = ENCODE[bits >> 18];
      target[at + 1] = ENCODE[bits >> 12 & 63];
      target[at + 2] = rest == 2 ? ENCODE[bits >> 6 & 63] : (byte) '=';
      target[at + 3] = '=';
      at += 4;
    }
    return at;
  }

  /** The bytes, white space ignored; null when this is not base64. */
  static byte @Nullable [] decode(char[] source, int start, int length) {
    byte[] target = new byte[length / 4 * 3 + 3];
    int at = 0;
    int bits = 0;
    int digits = 0;
    int i = start;
    int end = start + length;
    for (; i < end && source[i] != '='; i++) {
      int digit = source[i] < 128 ? DECODE[source[i]] : INVALID;
      if (digit >= 0) {
        bits = bits << 6 | digit;
        if ((++digits & 3) == 0) {
          target[at] = (byte) (bits >> 16);
          target[at + 1] = (byte) (bits >> 8);
          target[at + 2] = (byte) bits;
          at += 3;
        }
      } else if (digit == INVALID) {
        return null;
      }
    }
    int padding = paddingIn(source, i, end);
    int rest = digits & 3;
    if (padding != (4 - rest) % 4 || rest == 1) {
      return null;
    }
    if (rest == 2) {
      target[at++] = (byte) (bits >> 4);
    } else if (rest == 3) {
      target[at++] = (byte) (bits >> 10);
      target[at++] = (byte) (bits >> 2);
    }
    return at == target.length ? target : Arrays.copyOf(target, at);
  }

  /** How many padding characters there are from here on; -1 if there is anything else. */
  private static int paddingIn(char[] source, int start, int end) {
    int padding = 0;
    for (int i = start; i < end; i++) {
      if (source[i] == '=') {
        padding++;
      } else if (source[i] >= 128 || DECODE[source[i]] != SPACE) {
        return -1;
      }
    }
    return padding;
  }
}
