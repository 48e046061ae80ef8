package dev.flotilla.bench.harness;

import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.client.RemoteClients;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Warms the cluster and the client process once, with the largest number of clients, until
 * throughput is flat; then each cell settles for a moment and is measured for a fixed time.
 */
final class SteadyProcedure implements Procedure {
  private static final Duration WINDOW = Duration.ofSeconds(1);
  private static final int SETTLE_WINDOWS = 3;

  private final int measureWindows;
  private final WarmUp warmUp;
  private final Progress progress;

  SteadyProcedure(BenchmarkPlan plan, Progress progress) {
    measureWindows = Math.toIntExact(plan.measure().toSeconds());
    warmUp = new WarmUp(plan.warmUpMin(), plan.warmUpMax());
    this.progress = progress;
  }

  @Override
  public void prepare(RunningSystem system, int mostClients)
      throws IOException, InterruptedException {
    RemoteClients clients = system.clients();
    clients.connect(mostClients);
    clients.load();
    while (!warmUp.isOver()) {
      LoadResult second = clients.window(WINDOW);
      warmUp.add(second.ops());
      progress.phase(
          String.format(Locale.ROOT, "warming up, %,.0f ops/s", second.throughputOpsPerSec()));
    }
    clients.stop();
    system.requireAllServers();
  }

  @Override
  public Measurement measure(RunningSystem system, int count)
      throws IOException, InterruptedException {
    RemoteClients clients = system.clients();
    clients.connect(count);
    clients.load();
    for (int i = 0; i < SETTLE_WINDOWS; i++) {
      clients.window(WINDOW);
    }
    Instant startedAt = Instant.now();
    CpuReading before = system.cpu();
    LoadResult whole = LoadResult.nothing();
    List<Long> opsPerSecond = new ArrayList<>();
    for (int i = 0; i < measureWindows; i++) {
      LoadResult second = clients.window(WINDOW);
      whole = whole.plus(second);
      opsPerSecond.add(second.ops());
      progress.phase(
          String.format(
              Locale.ROOT, "%s clients, %,.0f ops/s", count, second.throughputOpsPerSec()));
    }
    CpuReading after = system.cpu();
    clients.stop();
    return new Measurement(startedAt, whole, before.until(after), opsPerSecond, warmUp.result());
  }
}
