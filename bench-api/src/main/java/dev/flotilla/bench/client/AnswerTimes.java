package dev.flotilla.bench.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * When commands of all clients were acknowledged, in microseconds from the start of a workload.
 *
 * <p>Travels as one word: the differences between neighbours.
 */
public final class AnswerTimes {
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
    return word(
        IntStream.range(0, sortedMicros.length)
            .mapToLong(i -> sortedMicros[i] - (i == 0 ? 0 : sortedMicros[i - 1])));
  }

  static AnswerTimes decode(String word) throws IOException {
    long[] times = numbers(word);
    Arrays.parallelPrefix(times, Long::sum);
    return new AnswerTimes(times);
  }

  /** Any number of numbers as one word. */
  static String word(LongStream numbers) {
    return numbers.mapToObj(Long::toString).collect(Collectors.joining(",", "=", ""));
  }

  /** The numbers of a word. */
  static long[] numbers(String word) throws IOException {
    try {
      return Arrays.stream(word.substring(1).split(",", -1))
          .filter(number -> !number.isEmpty())
          .mapToLong(Long::parseLong)
          .toArray();
    } catch (RuntimeException e) {
      throw new IOException("unreadable numbers from the client process: " + e.getMessage(), e);
    }
  }
}
