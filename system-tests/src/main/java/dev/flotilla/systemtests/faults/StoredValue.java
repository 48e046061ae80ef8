package dev.flotilla.systemtests.faults;

import dev.flotilla.raft.model.Bytes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the store holds for a value. Histories have the values themselves; of those that are {@code
 * v} and a number one in four is filled up to some ten thousand bytes, so that segments of the log
 * are full soon. Each to a size of its own: where the store answers a command it tells no more of a
 * large one.
 */
final class StoredValue {
  private static final Pattern NUMBERED = Pattern.compile("v([0-9]{1,9})");
  private static final int ONE_IN_SO_MANY_IS_LARGE = 4;
  private static final int MIN_LARGE_BYTES = 20_000;
  private static final int STEPS = 8;
  private static final int STEP_BYTES = 5_000;
  private static final String FILLER = ".";
  private static final int MAX_TOLD_CHARS = 40;

  private StoredValue() {}

  /** What is stored for a value. */
  static Bytes of(String value) {
    return Bytes.utf8(filled(value));
  }

  private static String filled(String value) {
    Matcher numbered = NUMBERED.matcher(value);
    long number = numbered.matches() ? Long.parseLong(numbered.group(1)) : 1;
    long place = number / ONE_IN_SO_MANY_IS_LARGE;
    if (number % ONE_IN_SO_MANY_IS_LARGE != 0 || place >= (long) STEPS * STEP_BYTES) {
      return value;
    }
    long bytes = MIN_LARGE_BYTES + place % STEPS * STEP_BYTES + place / STEPS;
    return value + FILLER.repeat((int) bytes - value.length());
  }

  /** The value for which this was stored; if there is none, something that is no value. */
  static String read(Bytes stored) {
    String text = stored.toUtf8();
    int end = text.indexOf(FILLER);
    String value = end < 0 ? text : text.substring(0, end);
    return filled(value).equals(text)
        ? value
        : "spoilt, %s characters: %s"
            .formatted(text.length(), text.substring(0, Math.min(text.length(), MAX_TOLD_CHARS)));
  }

  /**
   * The value for which so many bytes were stored; if there is none, something that is no value.
   */
  static String ofSize(long bytes) {
    long more = bytes - MIN_LARGE_BYTES;
    if (more < 0 || more >= (long) STEPS * STEP_BYTES) {
      return "spoilt, " + bytes + " bytes";
    }
    long place = more % STEP_BYTES * STEPS + more / STEP_BYTES;
    return "v" + place * ONE_IN_SO_MANY_IS_LARGE;
  }
}
