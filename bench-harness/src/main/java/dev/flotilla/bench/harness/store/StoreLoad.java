package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.client.AnswerTimes;
import dev.flotilla.bench.client.IterationObserver;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.harness.CpuReading;
import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.harness.RunningSystem;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.LatencyMicros;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The puts and gets of one run, and what they show.
 *
 * <p><b>Thread.</b> One thread; puts and gets block until they have ended.
 */
final class StoreLoad {
  /** Causes nothing. */
  static final IterationObserver NOBODY = (acknowledged, sinceStart) -> {};

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
  Cluster cluster() {
    return running.cluster();
  }

  /** Which of the cell's runs this is, from 1: the seed of whatever is random. */
  int repeat() {
    return repeat;
  }

  /** The commands of all clients, if each has so many. */
  long all(int commands) {
    return (long) commands * clients;
  }

  /**
   * Connects the clients.
   *
   * @param valueBytes bytes of the values that they put
   */
  void connect(int valueBytes) throws IOException, InterruptedException {
    running.connect(clients);
    running.clients().sizes(KEY_BYTES, valueBytes);
  }

  /** Adds a figure to the run. */
  void add(String name, double value) {
    figures.put(name, value);
  }

  /** Adds the highest term that the running servers know, if they tell. */
  void addTerm(String name) throws InterruptedException {
    OptionalLong term = cluster().query().highestTerm(cluster().servers().running());
    term.ifPresent(known -> add(name, (double) known));
  }

  private void addCurve(String what, AnswerTimes times) {
    StoreFigures.curvePercents()
        .forEach(
            percent ->
                add(
                    StoreFigures.secondsOf(what, percent),
                    times.microsOf(percent) / MICROS_PER_SECOND));
  }

  /**
   * Lets every client put values.
   *
   * @param commands puts of each client
   * @param observer causes what is to happen meanwhile
   */
  Puts puts(int commands, IterationObserver observer) throws IOException, InterruptedException {
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
  private boolean gets(int commands) throws IOException, InterruptedException {
    IterationResult gets = running.clients().read(commands, 0, NOBODY);
    LatencyMicros latency = LatencyMicros.of(gets.load().latencies());
    add(StoreFigures.GET_MEAN_MICROS, latency.mean());
    add(StoreFigures.GET_P99_MICROS, latency.p99());
    add(StoreFigures.GET_OPS_PER_SEC, gets.load().throughputOpsPerSec());
    add(StoreFigures.GET_ERRORS, (double) gets.load().errorCount());
    addCurve(StoreFigures.GETS, gets.times());
    return gets.ended() == all(commands);
  }

  /** Lets every client put so many values, then get as many. */
  Measurement putsAndGets(int commands) throws IOException, InterruptedException {
    Puts puts = puts(commands, NOBODY);
    return puts.finished(0, gets(commands));
  }

  /** Puts that have ended. */
  final class Puts {
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
     * The whole run; valid if every command ended and what was to happen has happened: errors are a
     * result.
     *
     * @param fromMicros from when on the longest silence is looked for
     * @param isComplete whether what was to happen has happened
     */
    Measurement finished(long fromMicros, boolean isComplete) {
      addCurve(StoreFigures.PUTS, result.times());
      long end = TimeUnit.NANOSECONDS.toMicros(result.load().nanos());
      long silence = result.times().longestSilenceMicros(Math.min(fromMicros, end), end);
      return new Measurement(startedAt, cpu, result.load())
          .iterations(commands)
          .valid(isComplete && result.ended() == all(commands))
          .waits(millis(silence), result.longestWaitMicros().stream().map(Puts::millis).toList())
          .figures(figures);
    }

    private static double millis(long micros) {
      return TimeUnit.MICROSECONDS.toMillis(micros);
    }
  }
}
