package dev.flotilla.bench.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.LongStream;

/**
 * When commands of all clients were acknowledged, in microseconds from the start of a workload.
 *
 * <p>Travels as one word: the differences between neighbours, seven bits a byte, in Base64.
 */
public final class AnswerTimes {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;
  private static final int MAX_SHIFT = 63;
  private static final String NONE = "-";

  private final long[] sortedMicros;

  private AnswerTimes(long[] sortedMicros) {
    this.sortedMicros = sortedMicros;
  }

  /** Times in any order; those before the start count as at the start. */
  public static AnswerTimes of(LongStream micros) {
    return new AnswerTimes(micros.map(time -> Math.max(0, time)).sorted().toArray());
  }

  /** How many commands were acknowledged at all. */
  public long count() {
    return sortedMicros.length;
  }

  /** How many commands were acknowledged up to a moment. */
  public long countUntil(long micros) {
    return LongStream.of(sortedMicros).takeWhile(time -> time <= micros).count();
  }

  /**
   * When so many of the acknowledged commands were acknowledged; 0 if none was at all.
   *
   * @param percent from 1 to 100
   */
  public long microsOf(int percent) {
    int count = (int) ((long) sortedMicros.length * percent / 100);
    return count == 0 ? 0 : sortedMicros[count - 1];
  }

  /**
   * The longest time without any answer within a stretch; the stretch's own ends count as answers.
   *
   * @param fromMicros where the stretch begins
   * @param toMicros where it ends
   */
  public long longestSilenceMicros(long fromMicros, long toMicros) {
    long longest = 0;
    long last = fromMicros;
    for (long time : sortedMicros) {
      if (time > last && time < toMicros) {
        longest = Math.max(longest, time - last);
        last = time;
      }
    }
    return Math.max(longest, toMicros - last);
  }

  String encode() {
    if (sortedMicros.length == 0) {
      return NONE;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long last = 0;
    for (long time : sortedMicros) {
      append(bytes, time - last);
      last = time;
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static void append(ByteArrayOutputStream bytes, long difference) {
    long rest = difference;
    while (rest >= MORE) {
      bytes.write((int) (rest % MORE) | MORE);
      rest >>>= BITS;
    }
    bytes.write((int) rest);
  }

  static AnswerTimes decode(String word) throws IOException {
    byte[] bytes = word.equals(NONE) ? new byte[0] : decodeBase64(word);
    long[] times = new long[bytes.length];
    int count = 0;
    long difference = 0;
    int shift = 0;
    for (byte next : bytes) {
      if (shift >= MAX_SHIFT) {
        throw new IOException("the client process sent an answer time of more than 63 bits");
      }
      difference |= (long) (next & (MORE - 1)) << shift;
      shift += BITS;
      if ((next & MORE) == 0) {
        times[count] = difference + (count == 0 ? 0 : times[count - 1]);
        count++;
        difference = 0;
        shift = 0;
      }
    }
    return new AnswerTimes(Arrays.copyOf(times, count));
  }

  private static byte[] decodeBase64(String word) throws IOException {
    try {
      return Base64.getDecoder().decode(word);
    } catch (IllegalArgumentException e) {
      throw new IOException("the client process sent answer times that are not Base64", e);
    }
  }
}
