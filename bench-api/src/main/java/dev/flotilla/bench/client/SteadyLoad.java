package dev.flotilla.bench.client;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A load without end that all clients report to and that is read window by window.
 *
 * <p>Windows follow each other without a gap: every acknowledged command is in exactly one.
 *
 * <p><b>Thread.</b> Any number of loops report; one thread cuts windows.
 */
final class SteadyLoad implements Tally {
  private final Recorder recorder =
      new Recorder(LoadResult.newHistogram().getHighestTrackableValue(), 3);
  private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
  private volatile boolean stopped;
  private long windowStartNanos = System.nanoTime();

  @Override
  public boolean wantsMore() {
    return !stopped;
  }

  @Override
  public void done(long latencyNanos) {
    recorder.recordValue(LoadResult.clamped(latencyNanos));
  }

  @Override
  public void failed(String kind) {
    errors.computeIfAbsent(kind, any -> new LongAdder()).increment();
  }

  /** No loop sends another command. */
  void stop() {
    stopped = true;
  }

  /** How long the running window has lasted so far. */
  long windowNanos() {
    return System.nanoTime() - windowStartNanos;
  }

  /** Ends the running window and begins the next. */
  LoadResult cutWindow() {
    Histogram latencies = recorder.getIntervalHistogram();
    long now = System.nanoTime();
    long nanos = now - windowStartNanos;
    windowStartNanos = now;
    Map<String, Long> counts = new HashMap<>();
    errors.forEach((kind, adder) -> counts.put(kind, adder.sumThenReset()));
    counts.values().removeIf(count -> count == 0);
    return new LoadResult(latencies.getTotalCount(), nanos, counts, latencies);
  }
}
