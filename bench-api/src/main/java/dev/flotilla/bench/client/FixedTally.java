package dev.flotilla.bench.client;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * A fixed number of iterations of one client; the latencies of the first and the last few are left
 * out.
 */
final class FixedTally implements Tally {
  private static final long FAILED = -1;

  private final long[] latencyNanos;
  private final Map<String, Long> errors = new TreeMap<>();
  private int iterations;

  FixedTally(int iterations) {
    latencyNanos = new long[iterations];
  }

  @Override
  public boolean wantsMore() {
    return iterations < latencyNanos.length;
  }

  @Override
  public void done(long nanos) {
    latencyNanos[iterations++] = nanos;
  }

  @Override
  public void failed(String kind) {
    errors.merge(kind, 1L, Long::sum);
    latencyNanos[iterations++] = FAILED;
  }

  /**
   * What this client did, after its loop has ended.
   *
   * @param nanos how long all clients together took
   * @param trim how many iterations at each end count for throughput but not for latency
   */
  LoadResult result(long nanos, int trim) {
    Histogram histogram = LoadResult.newHistogram();
    long ops = 0;
    for (int i = 0; i < iterations; i++) {
      if (latencyNanos[i] == FAILED) {
        continue;
      }
      ops++;
      if (i >= trim && i < latencyNanos.length - trim) {
        histogram.recordValue(LoadResult.clamped(latencyNanos[i]));
      }
    }
    return new LoadResult(ops, nanos, errors, histogram);
  }
}
