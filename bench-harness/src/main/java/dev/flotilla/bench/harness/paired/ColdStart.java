package dev.flotilla.bench.harness.paired;

import dev.flotilla.bench.result.Environment;
import java.util.ArrayList;
import java.util.List;

/**
 * How a system came up to speed after a cold start; a line of {@code cold-starts.jsonl}.
 *
 * @param system the system
 * @param servers server processes
 * @param clients clients
 * @param repeat counts from 1
 * @param opsPerSecond commands second by second, until throughput was flat or the time was up
 * @param flat whether it became flat
 * @param secondsToHalf seconds until a second had half of the final throughput
 * @param secondsToNinetyPercent seconds until a second had 90 % of it
 * @param durability what has reached the disk at the answer
 * @param configuration the system's settings
 * @param environment where it ran
 */
public record ColdStart(
    String system,
    int servers,
    int clients,
    int repeat,
    List<Long> opsPerSecond,
    boolean flat,
    int secondsToHalf,
    int secondsToNinetyPercent,
    String durability,
    String configuration,
    Environment environment) {
  /** Throughput is shown, and called flat, in stretches of so many seconds. */
  public static final int STRETCH_SECONDS = 5;

  /** Copies the list. */
  public ColdStart {
    opsPerSecond = List.copyOf(opsPerSecond);
  }

  /** The mean of each whole stretch of 5 s. */
  public List<Double> stretches() {
    List<Double> means = new ArrayList<>();
    for (int end = STRETCH_SECONDS; end <= opsPerSecond.size(); end += STRETCH_SECONDS) {
      means.add(mean(opsPerSecond.subList(end - STRETCH_SECONDS, end)));
    }
    return means;
  }

  /** Seconds until the first second with that share of the mean of the last 5 s. */
  public static int secondsTo(double share, List<Long> opsPerSecond) {
    int seconds = opsPerSecond.size();
    double last =
        mean(opsPerSecond.subList(Math.max(0, seconds - STRETCH_SECONDS), seconds)) * share;
    for (int i = 0; i < seconds; i++) {
      if (opsPerSecond.get(i) >= last) {
        return i + 1;
      }
    }
    return seconds;
  }

  private static double mean(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).average().orElse(0);
  }
}
