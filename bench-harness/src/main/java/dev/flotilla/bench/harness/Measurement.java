package dev.flotilla.bench.harness;

import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.Environment;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import dev.flotilla.bench.result.WarmUpResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run showed; what is not set keeps its default: valid, in steady mode, without failures
 * and without figures.
 *
 * <p><b>Thread.</b> The one that measures.
 */
public final class Measurement {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Instant startedAt;
  private final CpuSeconds cpu;
  private final Answers answers;
  private Mode mode = Mode.STEADY;
  private int iterations;
  private boolean valid = true;
  private List<KillRecord> kills = List.of();
  private double silenceMillis;
  private List<Double> longestWaitMillis = List.of();
  private List<Long> opsPerSecond = List.of();
  private @Nullable WarmUpResult warmUp;
  private Map<String, Double> figures = Map.of();

  /**
   * What clients were answered.
   *
   * @param ops acknowledged commands
   * @param errors commands that were not acknowledged, by kind
   * @param perSec acknowledged commands a second
   * @param latency of acknowledged commands
   * @param seconds how long it took
   */
  public record Answers(
      long ops, Map<String, Long> errors, double perSec, LatencyMicros latency, double seconds) {
    private static Answers of(LoadResult load) {
      return new Answers(
          load.ops(),
          load.errors(),
          load.throughputOpsPerSec(),
          LatencyMicros.of(load.latencies()),
          load.nanos() / NANOS_PER_SECOND);
    }
  }

  /**
   * A run.
   *
   * @param startedAt when its workload began
   * @param cpu what it cost
   */
  public Measurement(Instant startedAt, CpuSeconds cpu, Answers answers) {
    this.startedAt = startedAt;
    this.cpu = cpu;
    this.answers = answers;
  }

  /** A run of clients of the harness. */
  public Measurement(Instant startedAt, CpuSeconds cpu, LoadResult load) {
    this(startedAt, cpu, Answers.of(load));
  }

  /** What clients were answered. */
  Answers answers() {
    return answers;
  }

  /** How many commands ended, acknowledged or not. */
  public long ended() {
    return answers.ops() + answers.errors().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Each client had so many commands. */
  public Measurement iterations(int count) {
    mode = Mode.PAPER;
    iterations = count;
    return this;
  }

  /** How it was measured. */
  Measurement mode(Mode chosen) {
    mode = chosen;
    return this;
  }

  /** Whether it measured what it should. */
  public Measurement valid(boolean isValid) {
    valid = isValid;
    return this;
  }

  /** Which servers were killed. */
  public Measurement kills(List<KillRecord> killed) {
    kills = killed;
    return this;
  }

  /** The failures, in their order. */
  public List<KillRecord> kills() {
    return kills;
  }

  /**
   * How long clients waited.
   *
   * @param silence the longest time without any answer
   * @param longest that of each client
   */
  public Measurement waits(double silence, List<Double> longest) {
    silenceMillis = silence;
    longestWaitMillis = longest;
    return this;
  }

  /** What it was like second by second, and what went before it. */
  Measurement steady(List<Long> each, WarmUpResult before) {
    opsPerSecond = each;
    warmUp = before;
    return this;
  }

  /** What else was measured; the map may still change until the result is made. */
  public Measurement figures(Map<String, Double> byName) {
    figures = byName;
    return this;
  }

  /**
   * The result of the run.
   *
   * @param preset the preset's name; empty for none
   * @param durability what had reached the disk at an answer
   * @param configuration the settings of what was measured
   */
  RunResult result(
      String preset,
      Cell cell,
      int repeat,
      String durability,
      String configuration,
      Environment environment) {
    return new RunResult(
        preset,
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        kills,
        mode.toString(),
        repeat,
        iterations,
        valid,
        answers.ops(),
        answers.errors(),
        answers.perSec(),
        answers.latency(),
        silenceMillis,
        longestWaitMillis,
        cpu,
        answers.seconds(),
        opsPerSecond,
        warmUp,
        startedAt.toString(),
        durability,
        configuration,
        environment,
        figures);
  }
}
