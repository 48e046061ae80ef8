package dev.flotilla.bench.client;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A fixed number of commands of each client, from the start to the last answer.
 *
 * <p>Gives up when no command has ended for a minute; the result then says less than was asked for.
 */
final class Iteration {
  private static final long LONGEST_STALL_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(14);
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<FixedTally> tallies;

  Iteration(int clients, int commands) {
    tallies = IntStream.range(0, clients).mapToObj(any -> new FixedTally(commands)).toList();
  }

  List<FixedTally> tallies() {
    return tallies;
  }

  /**
   * Waits for the end of all loops.
   *
   * @param everyMillis how often to report; 0 for never
   * @param progress told how many commands are acknowledged
   */
  void await(List<Loop> loops, long everyMillis, LongConsumer progress)
      throws InterruptedException {
    long period = everyMillis == 0 ? LOOK_NANOS : TimeUnit.MILLISECONDS.toNanos(everyMillis);
    long began = System.nanoTime();
    long lastEnd = began;
    long ended = 0;
    for (Loop loop : loops) {
      while (!loop.awaitEnd(period)) {
        long now = System.nanoTime();
        long endedNow = sum(FixedTally::iterations);
        lastEnd = endedNow > ended ? now : lastEnd;
        ended = endedNow;
        if (everyMillis > 0) {
          progress.accept(sum(FixedTally::acknowledged));
        }
        if (now - lastEnd > LONGEST_STALL_NANOS || now - began > LONGEST_NANOS) {
          tallies.forEach(FixedTally::stop);
          return;
        }
      }
    }
  }

  private long sum(ToIntFunction<FixedTally> figure) {
    return tallies.stream().mapToInt(figure).asLongStream().sum();
  }

  /**
   * What the clients did.
   *
   * @param startNanos when all of them started
   * @param endNanos when the last of them ended
   * @param trim how many of each client's first and last latencies are left out
   */
  IterationResult result(long startNanos, long endNanos, int trim) {
    LoadResult whole = LoadResult.nothing();
    for (FixedTally tally : tallies) {
      whole = whole.plus(tally.result(0, trim));
    }
    LongStream times =
        tallies.stream().flatMapToLong(tally -> tally.acknowledgedMicros(startNanos));
    return new IterationResult(
        new LoadResult(whole.ops(), endNanos - startNanos, whole.errors(), whole.latencies()),
        AnswerTimes.of(times),
        tallies.stream().map(tally -> tally.longestWaitMicros(startNanos)).toList());
  }
}
