package dev.flotilla.bench.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What clients did that had a fixed number of commands each.
 *
 * @param load what all of them did together
 * @param times when commands were acknowledged
 * @param longestWaitMicros for each client the longest time from one acknowledgement to the next,
 *     or from the start to the first: commands that failed in between do not shorten it
 */
public record IterationResult(LoadResult load, AnswerTimes times, List<Long> longestWaitMicros) {
  private static final int LOAD_WORDS = 4;

  /** Copies the list. */
  public IterationResult {
    longestWaitMicros = List.copyOf(longestWaitMicros);
  }

  /** Commands that ended, acknowledged or not. */
  public long ended() {
    return load.ops() + load.errorCount();
  }

  /** The words of the load, then one for the times and one for the waits. */
  String encode() {
    String waits = AnswerTimes.word(longestWaitMicros.stream().mapToLong(Long::longValue));
    return load.encode() + " " + times.encode() + " " + waits;
  }

  static IterationResult decode(String words) throws IOException {
    String[] parts = words.split(" ", -1);
    if (parts.length != LOAD_WORDS + 2) {
      throw new IOException("a result of 6 words was expected, " + parts.length + " came");
    }
    String load = String.join(" ", Arrays.asList(parts).subList(0, LOAD_WORDS));
    return new IterationResult(
        LoadResult.decode(load),
        AnswerTimes.decode(parts[LOAD_WORDS]),
        LongStream.of(AnswerTimes.numbers(parts[LOAD_WORDS + 1])).boxed().toList());
  }
}
