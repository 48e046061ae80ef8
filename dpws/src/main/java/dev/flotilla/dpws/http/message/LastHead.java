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
  /** The result of {@link #match} for bytes that are not this head. */
  static final int DIFFERENT = -1;

  /** The result of {@link #match} for bytes that may become this head. */
  static final int INCOMPLETE = -2;

  private static final String NAME = "content-length:";
  private static final int MAX_BLANKS = 32;
  private static final int MAX_DIGITS = 9;

  /** What was read from it. */
  final H head;

  /** How long the body is, after a match. */
  int contentLength;

  private final byte[] bytes;

  /** Where the name of the field and its colon end, and where what follows the digits begins. */
  private final int nameEnd;

  private final int tail;
  private final int maxBytes;

  private LastHead(byte[] bytes, int nameEnd, int tail, int maxBytes, H head) {
    this.bytes = bytes;
    this.nameEnd = nameEnd;
    this.tail = tail;
    this.maxBytes = maxBytes;
    this.head = head;
  }

  /**
   * The head in a stretch of an array, which is copied; null if its length is not written in digits
   * on one line of its own, or if it begins with an empty line, which alone is no message.
   *
   * @param maxBytes longer heads are left to the decoder
   */
  static <H> @Nullable LastHead<H> of(byte[] array, int from, int to, int maxBytes, H head) {
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
    return tail == digits ? null : new LastHead<>(bytes, nameEnd, tail, maxBytes, head);
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

  /**
   * Compares it with what begins in a stretch of an array.
   *
   * @return where the head ends in the array; {@link #DIFFERENT} or {@link #INCOMPLETE}
   */
  int match(byte[] array, int from, int to) {
    int digits = from + nameEnd;
    int there = Math.min(to, digits);
    if (!Arrays.equals(array, from, there, bytes, 0, there - from)) {
      return DIFFERENT;
    }
    while (digits < to && array[digits] == ' ') {
      digits++;
    }
    int at = digits;
    int number = 0;
    while (at < to && at - digits < MAX_DIGITS && array[at] >= '0' && array[at] <= '9') {
      number = 10 * number + array[at++] - '0';
    }
    int end = at + bytes.length - tail;
    int compared = Math.min(to, end);
    boolean isSame =
        digits - from - nameEnd <= MAX_BLANKS
            && end - from <= maxBytes
            && (at >= to || (number > 0 && array[digits] != '0'))
            && (at >= to || Arrays.equals(array, at, compared, bytes, tail, tail + compared - at));
    if (!isSame) {
      return DIFFERENT;
    }
    contentLength = number;
    return to < end ? INCOMPLETE : end;
  }
}
