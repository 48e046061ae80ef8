package dev.flotilla.codec;

import dev.flotilla.raft.model.Bytes;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A JSON text in the making, bounded in depth and size. */
final class JsonOutput {
  private static final @Nullable String[] ESCAPES = escapes();

  private final StringBuilder text = new StringBuilder();
  private int depth;
  private boolean isFirst = true;

  private JsonOutput() {}

  /** What a shape makes of a value. */
  static Bytes write(Shape shape, Object value) {
    JsonOutput out = new JsonOutput();
    shape.write(value, out);
    return out.toBytes();
  }

  /** Writes a part of a value, so that a complaint names the part. */
  void part(String part, Shape shape, @Nullable Object value) {
    if (value == null) {
      throw new IllegalArgumentException(
          part + " is null; a component that may be absent is an Optional");
    }
    try {
      shape.write(value, this);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(part + ": " + e.getMessage(), e);
    }
  }

  /** Begins an object or a list. */
  void begin(char bracket) {
    depth++;
    if (depth > RecordCodec.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "the value nests deeper than " + RecordCodec.MAX_DEPTH + " levels");
    }
    text.append(bracket);
    isFirst = true;
  }

  /** Ends the object or the list that was begun last. */
  void end(char bracket) {
    depth--;
    text.append(bracket);
    isFirst = false;
  }

  /** Separates the next element of a list from the one before. */
  void nextElement() {
    if (!isFirst) {
      text.append(',');
    }
    isFirst = false;
  }

  /**
   * Begins the next member of an object.
   *
   * @param label its name as {@link #label} makes it
   */
  void nextMember(String label) {
    if (!isFirst) {
      text.append(',');
    }
    isFirst = false;
    text.append(label);
  }

  /** A member's name as it is written, with the colon. */
  static String label(String name) {
    StringBuilder label = new StringBuilder();
    quote(name, label);
    return label.append(':').toString();
  }

  /** Writes a text. */
  void string(String value) {
    quote(value, text);
  }

  /** Writes a number, true or false. */
  void literal(Object value) {
    text.append(value);
  }

  private static void quote(String value, StringBuilder to) {
    to.append('"');
    int done = 0;
    for (int at = 0; at < value.length(); at++) {
      char c = value.charAt(at);
      String escape = c < ESCAPES.length ? ESCAPES[c] : null;
      if (escape != null) {
        to.append(value, done, at).append(escape);
        done = at + 1;
      } else if (c == '\u2028' || c == '\u2029') {
        to.append(value, done, at).append(c == '\u2028' ? "\\u2028" : "\\u2029");
        done = at + 1;
      } else if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        if (Character.charCount(value.codePointAt(at)) == 1) {
          throw new IllegalArgumentException("a text holds half a surrogate pair");
        }
        at++;
      }
    }
    to.append(value, done, value.length()).append('"');
  }

  private static @Nullable String[] escapes() {
    @Nullable String[] escapes = new @Nullable String['\\' + 1];
    for (int c = 0; c < ' '; c++) {
      escapes[c] = "\\u00%02x".formatted(c);
    }
    escapes['"'] = "\\\"";
    escapes['\\'] = "\\\\";
    escapes['\t'] = "\\t";
    escapes['\b'] = "\\b";
    escapes['\n'] = "\\n";
    escapes['\r'] = "\\r";
    escapes['\f'] = "\\f";
    return escapes;
  }

  private Bytes toBytes() {
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > RecordCodec.MAX_BYTES) {
      throw new IllegalArgumentException(
          "the value takes %s bytes of JSON, at most %s are carried"
              .formatted(bytes.length, RecordCodec.MAX_BYTES));
    }
    return Bytes.wrap(bytes);
  }
}
