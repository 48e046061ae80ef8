package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.RunResult;
import java.io.PrintStream;
import java.util.Locale;

/** One line for each measured run: for logs and pipes. */
final class LineProgress implements Progress {
  private final PrintStream out;
  private final int runs;
  private int done;

  LineProgress(PrintStream out, int runs) {
    this.out = out;
    this.runs = runs;
  }

  @Override
  public void session(BenchmarkPlan.Session session) {}

  @Override
  public void phase(String words) {}

  @Override
  public void finished(RunResult result) {
    done++;
    out.printf(
        Locale.ROOT,
        "[%d/%d] %s, %d servers, %d clients, repeat %d: %,.0f ops/s, p50 %,.0f us, p99 %,.0f us%n",
        done,
        runs,
        result.system(),
        result.servers(),
        result.clients(),
        result.repeat(),
        result.throughputOpsPerSec(),
        result.latencyMicros().p50(),
        result.latencyMicros().p99());
  }

  @Override
  public void close() {}
}
