package dev.flotilla.bench.harness.management;

/**
 * A parameter as a manager sets it, not interpreted yet.
 *
 * @param name at most {@value #MAX_NAME_CHARS} characters
 * @param value at most {@value #MAX_VALUE_CHARS} characters
 */
record Parameter(String name, String value) {
  static final int MAX_NAME_CHARS = 64;
  static final int MAX_VALUE_CHARS = 256;

  /** Rejects what is longer than any parameter. */
  Parameter {
    requireAtMost("name", name, MAX_NAME_CHARS);
    requireAtMost("value", value, MAX_VALUE_CHARS);
  }

  /**
   * The value as a whole number.
   *
   * @throws IllegalArgumentException if it is none, or out of bounds
   */
  int number(int least, int most) {
    try {
      int number = Integer.parseInt(value.strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, with the bounds.
    }
    throw new IllegalArgumentException(
        "parameter %s is '%s'; use a whole number from %s to %s"
            .formatted(name, value, least, most));
  }

  private static void requireAtMost(String what, String text, int mostChars) {
    if (text.length() > mostChars) {
      throw new IllegalArgumentException(
          "the %s of a parameter has %s characters; at most %s are accepted"
              .formatted(what, text.length(), mostChars));
    }
  }
}
