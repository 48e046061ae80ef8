package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.client.AnswerTimes;
import dev.flotilla.bench.client.IterationObserver;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.harness.CpuReading;
import dev.flotilla.bench.harness.RunningSystem;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.LatencyMicros;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The puts and gets of one run, and what they show.
 *
 * <p><b>Thread.</b> One thread; puts and gets block until they have ended.
 */
public final class StoreLoad {
  /** Causes nothing. */
  public static final IterationObserver NOBODY = (acknowledged, sinceStart) -> {};

  private static final int KEY_BYTES = 10;
  private static final double MICROS_PER_SECOND = 1e6;

  private final RunningSystem running;
  private final int clients;
  private final int repeat;
  private final Map<String, Double> figures = new TreeMap<>();

  StoreLoad(RunningSystem running, int clients, int repeat) {
    this.running = running;
    this.clients = clients;
    this.repeat = repeat;
  }

  /** The servers. */
  public Cluster cluster() {
    return running.cluster();
  }

  /** Which of the cell's runs this is, from 1: the seed of whatever is random. */
  public int repeat() {
    return repeat;
  }

  /** How many clients there are. */
  public int clients() {
    return clients;
  }

  /**
   * Connects the clients.
   *
   * @param valueBytes bytes of the values that they put
   */
  public void connect(int valueBytes) throws IOException, InterruptedException {
    running.clients().connect(clients);
    running.clients().sizes(KEY_BYTES, valueBytes);
  }

  /** Adds a figure to the run. */
  public void add(String name, double value) {
    figures.put(name, value);
  }

  /** Adds the highest term that the running servers know, if they tell. */
  public void addTerm(String name) throws InterruptedException {
    OptionalLong term = cluster().query().highestTerm(cluster().servers().running());
    term.ifPresent(known -> add(name, (double) known));
  }

  private void addCurve(String what, AnswerTimes times) {
    for (int percent = StoreRun.CURVE_STEP_PERCENT;
        percent <= 100;
        percent += StoreRun.CURVE_STEP_PERCENT) {
      add(StoreRun.secondsOf(what, percent), times.microsOf(percent) / MICROS_PER_SECOND);
    }
  }

  /**
   * Lets every client put values.
   *
   * @param commands puts of each client
   * @param observer causes what is to happen meanwhile
   */
  public Puts puts(int commands, IterationObserver observer)
      throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    CpuReading before = running.cpu();
    IterationResult result = running.clients().iterate(commands, 0, observer);
    return new Puts(startedAt, commands, result, before.until(running.cpu()));
  }

  /**
   * Lets every client read what it has put, and adds what that shows to the figures.
   *
   * @param commands gets of each client
   * @return whether all of them ended
   */
  public boolean gets(int commands) throws IOException, InterruptedException {
    IterationResult gets = running.clients().read(commands, 0, NOBODY);
    LatencyMicros latency = LatencyMicros.of(gets.load().latencies());
    add(StoreRun.GET_MEAN_MICROS, latency.mean());
    add(StoreRun.GET_P99_MICROS, latency.p99());
    add(StoreRun.GET_OPS_PER_SEC, gets.load().throughputOpsPerSec());
    add(StoreRun.GET_ERRORS, (double) gets.load().errorCount());
    addCurve(StoreRun.GETS, gets.times());
    return gets.ended() == (long) commands * clients;
  }

  /** Puts that have ended. */
  public final class Puts {
    private final Instant startedAt;
    private final int commands;
    private final IterationResult result;
    private final CpuSeconds cpu;

    private Puts(Instant startedAt, int commands, IterationResult result, CpuSeconds cpu) {
      this.startedAt = startedAt;
      this.commands = commands;
      this.result = result;
      this.cpu = cpu;
    }

    /**
     * The whole run.
     *
     * @param kills servers that were killed before the puts
     * @param fromMicros from when on the longest silence is looked for
     * @param isComplete whether what was to happen has happened
     */
    public StoreRun finished(List<KillRecord> kills, long fromMicros, boolean isComplete) {
      addCurve(StoreRun.PUTS, result.times());
      long end = TimeUnit.NANOSECONDS.toMicros(result.load().nanos());
      long silence = result.times().longestSilenceMicros(Math.min(fromMicros, end), end);
      return new StoreRun(
          startedAt,
          commands,
          result,
          kills,
          TimeUnit.MICROSECONDS.toMillis(silence),
          cpu,
          figures,
          isComplete && result.ended() == (long) commands * clients);
    }
  }
}
