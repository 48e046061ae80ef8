package dev.flotilla.dpws.device;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The sizes of DPWS 1.1, appendix B. */
final class FieldLimits {
  private static final int MAX_FIELD_BYTES = 256;
  private static final int MAX_URI_BYTES = 2_048;

  private FieldLimits() {}

  /** Refuses a text that is missing or over MAX_FIELD_SIZE. */
  static void requireText(String name, String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(name + " is empty");
    }
    requireOptionalText(name, text);
  }

  static void requireOptionalText(String name, @Nullable String text) {
    requireLength(name, text, MAX_FIELD_BYTES);
  }

  /** Refuses a URI over MAX_URI_SIZE. */
  static void requireOptionalUri(String name, @Nullable String uri) {
    requireLength(name, uri, MAX_URI_BYTES);
  }

  private static void requireLength(String name, @Nullable String text, int limit) {
    int length = text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    if (length > limit) {
      throw new IllegalArgumentException(
          "%s has %s bytes, DPWS allows %s".formatted(name, length, limit));
    }
  }
}
