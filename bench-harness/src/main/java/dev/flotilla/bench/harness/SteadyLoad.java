package dev.flotilla.bench.harness;

import dev.flotilla.bench.client.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A running system under a closed loop: it is warmed until throughput is flat, and measured for a
 * fixed time, second by second.
 */
final class SteadyLoad {
  private static final Duration WINDOW = Duration.ofSeconds(1);

  private final RunningSystem system;
  private final Progress progress;
  private final WarmUp warmUp;

  /** The clients of the system are connected. */
  SteadyLoad(RunningSystem system, Progress progress, WarmUp warmUp) {
    this.system = system;
    this.progress = progress;
    this.warmUp = warmUp;
  }

  /** Starts the load, and waits until the system is warm. */
  void warmUp() throws IOException, InterruptedException {
    system.load(0);
    while (!warmUp.isOver()) {
      warmUp.add(second("warming up").ops());
    }
  }

  /**
   * Measures what is loaded.
   *
   * @param words tell the person who waits what is measured
   */
  Measurement measure(long seconds, String words) throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    CpuReading before = system.cpu();
    LoadResult whole = LoadResult.nothing();
    List<Long> opsPerSecond = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      LoadResult second = second(words);
      whole = whole.plus(second);
      opsPerSecond.add(second.ops());
    }
    return new Measurement(startedAt, before.until(system.cpu()), whole)
        .steady(opsPerSecond, warmUp.result());
  }

  private LoadResult second(String words) throws IOException, InterruptedException {
    LoadResult second = system.window(WINDOW);
    progress.phase(
        String.format(Locale.ROOT, "%s, %,.0f ops/s", words, second.throughputOpsPerSec()));
    return second;
  }
}
