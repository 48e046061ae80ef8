package dev.flotilla.dpws.http.message;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A head that Netty's decoder has accepted: its bytes, and what was read from them. Bytes that are
 * the same up to the digits of Content-Length, and the blanks before them, are this head again with
 * another length; nothing of them has to be decoded. On one connection's event loop.
 *
 * @param <H> what was read from the head
 */
final class LastHead<H> {
  private static final String NAME = "content-length:";

  /** What was read from it. */
  final H head;

  final byte[] bytes;

  /** Where the name of the field and its colon end. */
  final int nameEnd;

  /** Where what follows the digits begins. */
  final int tail;

  private LastHead(byte[] bytes, int nameEnd, int tail, H head) {
    this.bytes = bytes;
    this.nameEnd = nameEnd;
    this.tail = tail;
    this.head = head;
  }

  /**
   * The head in a stretch of an array, which is copied; null if its length is not written in digits
   * on one line of its own, or if it begins with an empty line, which alone is no message.
   */
  static <H> @Nullable LastHead<H> of(byte[] array, int from, int to, H head) {
    byte[] bytes = Arrays.copyOfRange(array, from, to);
    int nameEnd = endOfName(bytes);
    if (nameEnd < 0 || bytes[0] <= ' ') {
      return null;
    }
    int digits = nameEnd;
    while (digits < bytes.length && bytes[digits] == ' ') {
      digits++;
    }
    int tail = digits;
    while (tail < bytes.length && isDigit(bytes[tail])) {
      tail++;
    }
    return tail == digits ? null : new LastHead<>(bytes, nameEnd, tail, head);
  }

  /** Behind the only field of this name; -1 if there is none, or one more. */
  private static int endOfName(byte[] bytes) {
    int found = -1;
    for (int line = 1; line + NAME.length() < bytes.length; line++) {
      if (bytes[line - 1] == '\n' && isName(bytes, line)) {
        if (found >= 0) {
          return -1;
        }
        found = line + NAME.length();
      }
    }
    return found;
  }

  private static boolean isName(byte[] bytes, int at) {
    for (int i = 0; i < NAME.length(); i++) {
      if (Character.toLowerCase(bytes[at + i]) != NAME.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
