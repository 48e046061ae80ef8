package dev.flotilla.node;

/** Text of clients for logs and errors: bounded, and without characters that are none. */
final class Printable {
  private static final int MAX_CHARS = 200;

  private Printable() {}

  /** The first characters; a question mark for each that cannot be printed. */
  static String of(String text) {
    StringBuilder printed = new StringBuilder();
    int end = Math.min(text.length(), MAX_CHARS);
    for (int at = 0; at < end; ) {
      int codePoint = text.codePointAt(at);
      boolean isPrintable =
          Character.isDefined(codePoint)
              && !Character.isISOControl(codePoint)
              && Character.getType(codePoint) != Character.SURROGATE;
      printed.appendCodePoint(isPrintable ? codePoint : '?');
      at += Character.charCount(codePoint);
    }
    return end < text.length() ? printed + "..." : printed.toString();
  }
}
