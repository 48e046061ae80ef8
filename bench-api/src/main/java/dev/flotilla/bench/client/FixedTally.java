package dev.flotilla.bench.client;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * A fixed number of iterations of one client; the latencies of the first and the last few are left
 * out.
 *
 * <p><b>Thread.</b> The client's loop reports while another thread reads.
 */
final class FixedTally implements Tally {
  private static final long FAILED = -1;

  private final long[] latencyNanos;
  private final long[] endedNanos;
  private final Map<String, Long> errors = new TreeMap<>();
  private int iterations;
  private int acknowledged;
  private boolean stopped;

  FixedTally(int iterations) {
    latencyNanos = new long[iterations];
    endedNanos = new long[iterations];
  }

  @Override
  public synchronized boolean wantsMore() {
    return !stopped && iterations < latencyNanos.length;
  }

  @Override
  public void done(long nanos) {
    ended(nanos, System.nanoTime());
  }

  @Override
  public void failed(String kind) {
    ended(FAILED, System.nanoTime());
    count(kind);
  }

  /** Takes an iteration that ended at a given moment of {@link System#nanoTime}. */
  synchronized void ended(long latency, long now) {
    if (iterations == latencyNanos.length) {
      return; // an answer that comes after the run was given up
    }
    latencyNanos[iterations] = latency;
    endedNanos[iterations] = now;
    iterations++;
    acknowledged += latency == FAILED ? 0 : 1;
  }

  private synchronized void count(String kind) {
    errors.merge(kind, 1L, Long::sum);
  }

  /** No further command is sent. */
  synchronized void stop() {
    stopped = true;
  }

  synchronized int acknowledged() {
    return acknowledged;
  }

  /** How many iterations have ended. */
  synchronized int iterations() {
    return iterations;
  }

  /**
   * What this client did so far.
   *
   * @param nanos how long all clients together took
   * @param trim how many iterations at each end count for throughput but not for latency
   */
  synchronized LoadResult result(long nanos, int trim) {
    Histogram histogram = LoadResult.newHistogram();
    for (int i = 0; i < iterations; i++) {
      if (latencyNanos[i] != FAILED && i >= trim && i < latencyNanos.length - trim) {
        histogram.recordValue(LoadResult.clamped(latencyNanos[i]));
      }
    }
    return new LoadResult(acknowledged, nanos, errors, histogram);
  }

  /** When commands were acknowledged, in microseconds from a moment. */
  synchronized LongStream acknowledgedMicros(long startNanos) {
    return LongStream.of(
        IntStream.range(0, iterations)
            .filter(i -> latencyNanos[i] != FAILED)
            .mapToLong(i -> TimeUnit.NANOSECONDS.toMicros(endedNanos[i] - startNanos))
            .toArray());
  }

  /** The longest time from a moment or an acknowledgement to the next one, or to the end. */
  synchronized long longestWaitMicros(long startNanos) {
    long longest = 0;
    long last = startNanos;
    for (int i = 0; i < iterations; i++) {
      longest = Math.max(longest, endedNanos[i] - last);
      last = latencyNanos[i] == FAILED ? last : endedNanos[i];
    }
    return TimeUnit.NANOSECONDS.toMicros(longest);
  }
}
