package dev.flotilla.bench.harness;

import dev.flotilla.bench.client.LoadResult;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** The paper's procedure: every client inserts a fixed number of commands, with nothing before. */
final class PaperProcedure implements Procedure {
  private final int iterations;

  PaperProcedure(int iterations) {
    this.iterations = iterations;
  }

  @Override
  public void prepare(RunningSystem system, int mostClients) {
    // A cold start is what this procedure measures.
  }

  @Override
  public Measurement measure(RunningSystem system, int clients)
      throws IOException, InterruptedException {
    system.clients().connect(clients);
    Instant startedAt = Instant.now();
    CpuReading before = system.cpu();
    LoadResult load = system.clients().iterate(iterations, BenchmarkPlan.TRIM);
    return new Measurement(startedAt, load, before.until(system.cpu()), List.of(), null);
  }
}
