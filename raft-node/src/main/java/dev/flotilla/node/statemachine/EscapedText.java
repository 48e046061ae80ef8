package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What clients send, as one column of one line: text stands as it is, with {@code \\}, {@code \t},
 * {@code \n} and {@code \r} escaped; other control and formatting characters, what XML cannot carry
 * (U+FFFE and U+FFFF), and bytes that are no UTF-8, as {@code \xNN}. Any thread.
 */
public final class EscapedText {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();
  private static final int HEX_DIGITS = 2;

  /**
   * Controls, formats, separators of lines and paragraphs, and surrogates, as of Unicode 16, and
   * the two characters more that XML 1.0 (section 2.2) has not: in turn the first of a range and
   * the one behind its last. A list, not {@link Character#getType}: versions of Java know different
   * characters, and what is written here is a part of results, which must be the same on every
   * member.
   */
  private static final int[] HIDDEN_BOUNDS = {
    0x0, 0x20, 0x7F, 0xA0, 0xAD, 0xAE, 0x600, 0x606, 0x61C, 0x61D, 0x6DD, 0x6DE, 0x70F, 0x710,
    0x890, 0x892, 0x8E2, 0x8E3, 0x180E, 0x180F, 0x200B, 0x2010, 0x2028, 0x202F, 0x2060, 0x2065,
    0x2066, 0x2070, 0xD800, 0xE000, 0xFEFF, 0xFF00, 0xFFF9, 0xFFFC, 0xFFFE, 0x10000, 0x110BD,
    0x110BE, 0x110CD, 0x110CE, 0x13430, 0x13440, 0x1BCA0, 0x1BCA4, 0x1D173, 0x1D17B, 0xE0001,
    0xE0002, 0xE0020, 0xE0080
  };

  private EscapedText() {}

  /** Appends bytes, which are UTF-8 as a rule. */
  public static void append(Bytes bytes, StringBuilder out) {
    byte[] content = bytes.toArray();
    try {
      append(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString(), out);
    } catch (CharacterCodingException notText) {
      for (byte b : content) {
        if (b >= 0) {
          append(b, out);
        } else {
          hex(b, out);
        }
      }
    }
  }

  /** Appends text. */
  public static void append(String text, StringBuilder out) {
    text.codePoints().forEach(codePoint -> append(codePoint, out));
  }

  private static void append(int codePoint, StringBuilder out) {
    switch (codePoint) {
      case '\\' -> out.append("\\\\");
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      default -> {
        if (isPlain(codePoint)) {
          out.appendCodePoint(codePoint);
        } else {
          for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
            hex(b, out);
          }
        }
      }
    }
  }

  /** Nothing that ends a line for some reader, hides, or turns the direction of the rest. */
  private static boolean isPlain(int codePoint) {
    int at = Arrays.binarySearch(HIDDEN_BOUNDS, codePoint);
    int boundsUpToIt = at < 0 ? -(at + 1) : at + 1;
    return boundsUpToIt % 2 == 0;
  }

  private static void hex(byte b, StringBuilder out) {
    out.append("\\x").append(HEX[b >> 4 & 0xf]).append(HEX[b & 0xf]);
  }

  /**
   * Reads what {@link #append} writes; also text in which less is escaped than need be.
   *
   * @throws IllegalArgumentException if a backslash begins nothing
   */
  public static Bytes read(String escaped) {
    int next = escaped.indexOf('\\');
    if (next < 0) {
      return Bytes.utf8(escaped);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
    int plain = 0;
    while (next >= 0) {
      bytes.writeBytes(escaped.substring(plain, next).getBytes(StandardCharsets.UTF_8));
      bytes.write(escapedAt(escaped, next));
      plain = next + 2 + (escaped.charAt(next + 1) == 'x' ? HEX_DIGITS : 0);
      next = escaped.indexOf('\\', plain);
    }
    bytes.writeBytes(escaped.substring(plain).getBytes(StandardCharsets.UTF_8));
    return Bytes.wrap(bytes.toByteArray());
  }

  private static int escapedAt(String escaped, int backslash) {
    return switch (backslash + 1 < escaped.length() ? escaped.charAt(backslash + 1) : ' ') {
      case '\\' -> '\\';
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'x' -> hexAt(escaped, backslash);
      default -> throw beginsNothing(backslash);
    };
  }

  private static int hexAt(String escaped, int backslash) {
    int end = backslash + 2 + HEX_DIGITS;
    if (end > escaped.length()
        || !HexFormat.isHexDigit(escaped.charAt(end - 1))
        || !HexFormat.isHexDigit(escaped.charAt(end - 2))) {
      throw beginsNothing(backslash);
    }
    return HexFormat.fromHexDigits(escaped, end - HEX_DIGITS, end);
  }

  private static IllegalArgumentException beginsNothing(int backslash) {
    return new IllegalArgumentException(
        "the backslash at character %s begins none of \\\\ \\t \\n \\r \\xNN"
            .formatted(backslash + 1));
  }
}
