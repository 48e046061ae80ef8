package dev.flotilla.codec;

import org.jspecify.annotations.Nullable;

/** Writes the parts of a value so that a complaint names the part. */
final class Parts {
  private Parts() {}

  static void write(String part, Shape shape, @Nullable Object value, JsonOutput out) {
    if (value == null) {
      throw new IllegalArgumentException(
          part + " is null; a component that may be absent is an Optional");
    }
    try {
      shape.write(value, out);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(part + ": " + e.getMessage(), e);
    }
  }
}
