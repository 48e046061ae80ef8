package dev.flotilla.node.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Counts how long something takes, from 100 µs to 5 s. Any thread; does not block. */
public final class DurationHistogram {
  private static final long[] MAX_NANOS = {
    100_000,
    200_000,
    500_000,
    1_000_000,
    2_000_000,
    5_000_000,
    10_000_000,
    20_000_000,
    50_000_000,
    100_000_000,
    200_000_000,
    500_000_000,
    1_000_000_000,
    2_000_000_000,
    5_000_000_000L
  };

  private final AtomicLongArray counts = new AtomicLongArray(MAX_NANOS.length + 1);
  private final LongAdder sumNanos = new LongAdder();

  /** Counts one. */
  public void record(long nanos) {
    int bucket = 0;
    while (bucket < MAX_NANOS.length && nanos > MAX_NANOS[bucket]) {
      bucket++;
    }
    counts.getAndIncrement(bucket);
    sumNanos.add(nanos);
  }

  /** What was counted; while others count, the parts need not fit together exactly. */
  public DurationMetrics read() {
    List<DurationMetrics.Bucket> buckets = new ArrayList<>(MAX_NANOS.length);
    long all = 0;
    for (int i = 0; i < MAX_NANOS.length; i++) {
      long count = counts.get(i);
      all += count;
      buckets.add(new DurationMetrics.Bucket(MAX_NANOS[i], count));
    }
    return new DurationMetrics(buckets, all + counts.get(MAX_NANOS.length), sumNanos.sum());
  }
}
