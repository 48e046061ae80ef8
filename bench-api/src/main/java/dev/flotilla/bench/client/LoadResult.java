package dev.flotilla.bench.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What clients did in a stretch of time.
 *
 * @param ops acknowledged commands
 * @param nanos how long the stretch was
 * @param errors commands that were not acknowledged, by kind
 * @param latencies of acknowledged commands, in nanoseconds; not to be changed
 */
public record LoadResult(long ops, long nanos, Map<String, Long> errors, Histogram latencies) {
  private static final long MAX_LATENCY_NANOS = 600_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 3;

  /** Sorts the errors so that results print alike. */
  public LoadResult {
    errors = Collections.unmodifiableSortedMap(new TreeMap<>(errors));
  }

  /** An empty histogram of nanoseconds, up to 10 minutes, exact to 0.1 %. */
  public static Histogram newHistogram() {
    return new Histogram(MAX_LATENCY_NANOS, SIGNIFICANT_DIGITS);
  }

  /** Nothing done in no time. */
  public static LoadResult nothing() {
    return new LoadResult(0, 0, Map.of(), newHistogram());
  }

  /** This stretch and the one after it as one. */
  public LoadResult plus(LoadResult next) {
    Map<String, Long> sum = new TreeMap<>(errors);
    next.errors.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
    Histogram both = latencies.copy();
    both.add(next.latencies);
    return new LoadResult(ops + next.ops, nanos + next.nanos, sum, both);
  }

  /** Acknowledged commands a second, to a tenth; 0 for no time. */
  public double throughputOpsPerSec() {
    return nanos == 0 ? 0 : Math.round(ops * 1e10 / nanos) / 10.0;
  }

  /** Commands that were not acknowledged, of every kind. */
  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  static long clamped(long latencyNanos) {
    return Math.min(Math.max(latencyNanos, 0), MAX_LATENCY_NANOS);
  }

  /** Four words: operations, nanoseconds, errors ({@code kind:count,...} or a dash), histogram. */
  public String encode() {
    StringJoiner kinds = new StringJoiner(",");
    kinds.setEmptyValue("-");
    errors.forEach((kind, count) -> kinds.add(asWord(kind) + ":" + count));
    ByteBuffer buffer = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int length = latencies.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = Arrays.copyOf(buffer.array(), length);
    return ops + " " + nanos + " " + kinds + " " + Base64.getEncoder().encodeToString(bytes);
  }

  private static String asWord(String kind) {
    return kind.replaceAll("[^A-Za-z0-9._-]+", "-");
  }

  /**
   * Reads what {@link #encode} has written.
   *
   * @throws IOException if the words are no result
   */
  public static LoadResult decode(String words) throws IOException {
    String[] parts = words.split(" ", -1);
    if (parts.length != 4) {
      throw new IOException("a result of 4 words was expected, " + parts.length + " came");
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(parts[3]));
      Histogram latencies = Histogram.decodeFromCompressedByteBuffer(bytes, MAX_LATENCY_NANOS);
      long ops = Long.parseLong(parts[0]);
      return new LoadResult(ops, Long.parseLong(parts[1]), decodeErrors(parts[2]), latencies);
    } catch (DataFormatException | RuntimeException e) {
      throw new IOException("unreadable result from the client process: " + e.getMessage(), e);
    }
  }

  private static Map<String, Long> decodeErrors(String word) {
    Map<String, Long> errors = new TreeMap<>();
    if (!word.equals("-")) {
      for (String pair : word.split(",", -1)) {
        int colon = pair.lastIndexOf(':');
        errors.put(pair.substring(0, colon), Long.parseLong(pair.substring(colon + 1)));
      }
    }
    return errors;
  }
}
