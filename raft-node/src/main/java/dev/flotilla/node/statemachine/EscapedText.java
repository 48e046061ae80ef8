package dev.flotilla.node.statemachine;

import dev.flotilla.raft.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * What clients send, as one column of one line: text stands as it is, with {@code \\}, {@code \t},
 * {@code \n} and {@code \r} escaped; other control and formatting characters, and bytes that are no
 * UTF-8, as {@code \xNN}. Any thread.
 */
public final class EscapedText {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

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
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  private static void hex(byte b, StringBuilder out) {
    out.append("\\x").append(HEX[b >> 4 & 0xf]).append(HEX[b & 0xf]);
  }
}
