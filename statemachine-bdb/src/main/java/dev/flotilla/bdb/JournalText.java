package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.raft.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Records as lines of text; {@link JournalReader#dump} says how they look. */
final class JournalText {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private JournalText() {}

  /** Without an end of line. */
  static String line(JournalRecord record) {
    StringBuilder line = new StringBuilder();
    line.append(record.position().index()).append('\t');
    line.append(record.position().term()).append('\t');
    escape(record.command().uid(), line);
    line.append('\t');
    escape(record.command().command(), line);
    line.append('\t');
    escape(record.command().parameters(), line);
    line.append('\t').append(record.result().success()).append('\t');
    escape(record.result().value(), line);
    return line.toString();
  }

  private static void escape(Bytes bytes, StringBuilder out) {
    byte[] content = bytes.toArray();
    try {
      escape(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString(), out);
    } catch (CharacterCodingException notText) {
      for (byte b : content) {
        if (b >= 0) {
          escape(b, out);
        } else {
          hex(b, out);
        }
      }
    }
  }

  private static void escape(String text, StringBuilder out) {
    text.codePoints().forEach(codePoint -> escape(codePoint, out));
  }

  private static void escape(int codePoint, StringBuilder out) {
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
