package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.EscapedText;
import dev.flotilla.raft.model.Bytes;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of which commands, queries and answers of a {@link KeyValueStore} are made: {@link
 * KeyValueText} says how they look. What is read is checked.
 */
final class Fields {
  static final String ABSENT = "-";
  static final char PRESENT = '=';
  static final char SIZE = '~';

  /** No command and no query takes more. */
  static final int MAX_FIELDS = 4;

  private static final String SEPARATOR = "\t";

  private Fields() {}

  /** The fields, of which those that are not text yet are escaped. */
  static String line(String... fields) {
    return String.join(SEPARATOR, fields);
  }

  static String escaped(byte[] content) {
    StringBuilder field = new StringBuilder(content.length);
    EscapedText.append(Bytes.wrap(content), field);
    return field.toString();
  }

  /** A value, or that there is none. */
  static String optional(byte @Nullable [] value) {
    return value == null ? ABSENT : PRESENT + escaped(value);
  }

  /** The same; of a value that is too long for it, the size. */
  static String told(byte @Nullable [] value) {
    return value != null && value.length > KeyValueStore.MAX_TOLD_BYTES
        ? SIZE + Integer.toString(value.length)
        : optional(value);
  }

  /**
   * Splits what a client has sent. The piece after {@link #MAX_FIELDS} is all the rest, so that a
   * megabyte of separators does not become a million strings.
   */
  static List<String> split(Bytes text) {
    try {
      String line = StandardCharsets.UTF_8.newDecoder().decode(text.asReadOnlyBuffer()).toString();
      return List.of(line.split(SEPARATOR, MAX_FIELDS + 1));
    } catch (CharacterCodingException e) {
      throw wrong("this is not UTF-8; escape other bytes as \\xNN");
    }
  }

  /** Throws unless there are as many fields as the form has. */
  static void require(List<String> fields, int count, String form) {
    if (fields.size() != count) {
      throw wrong(
          "%s: %s fields, not %s"
              .formatted(
                  form,
                  count,
                  fields.size() > MAX_FIELDS ? fields.size() + " or more" : fields.size()));
    }
  }

  static byte[] key(String field) {
    byte[] key = content(field);
    if (key.length == 0) {
      throw wrong("a key has at least one byte");
    }
    return requireShort(key);
  }

  /** Where a range begins or ends: a key, or nothing. */
  static byte[] bound(String field) {
    return requireShort(content(field));
  }

  static byte[] value(String field) {
    byte[] value = content(field);
    if (value.length > KeyValueStore.MAX_VALUE_BYTES) {
      throw new Refusal(
          KeyValueError.VALUE_TOO_LARGE,
          "a value has at most %s bytes, this one has %s"
              .formatted(KeyValueStore.MAX_VALUE_BYTES, value.length));
    }
    return value;
  }

  static byte @Nullable [] optionalValue(String field) {
    if (field.equals(ABSENT)) {
      return null;
    }
    if (field.isEmpty() || field.charAt(0) != PRESENT) {
      throw wrong("a value that may be absent is - for none, or = and the value");
    }
    return value(field.substring(1));
  }

  static long number(String field) {
    Long number = numberOrNull(field);
    if (number == null) {
      throw wrong("a number has decimal digits, after - if it is negative, and at most 64 bits");
    }
    return number;
  }

  /** As {@link Long#toString(long)} writes it, and in no other form. */
  static @Nullable Long numberOrNull(String text) {
    try {
      long number = Long.parseLong(text);
      return text.equals(Long.toString(number)) ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  static Refusal wrong(String text) {
    return new Refusal(KeyValueError.WRONG_ARGUMENTS, text);
  }

  private static byte[] content(String field) {
    try {
      return EscapedText.read(field).toArray();
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private static byte[] requireShort(byte[] key) {
    if (key.length > KeyValueStore.MAX_KEY_BYTES) {
      throw new Refusal(
          KeyValueError.KEY_TOO_LONG,
          "a key has at most %s bytes, this one has %s"
              .formatted(KeyValueStore.MAX_KEY_BYTES, key.length));
    }
    return key;
  }
}
