package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
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

  /** A bar if standard error is a terminal, else lines. */
  static Progress orBar(PrintStream out, int runs) throws InterruptedException {
    return isTerminal() ? new BarProgress(runs) : new LineProgress(out, runs);
  }

  @Override
  public void session(String where) {}

  @Override
  public void phase(String words) {}

  @Override
  public void finished(RunResult result) {
    done += result.valid() ? 1 : 0;
    out.printf(
        Locale.ROOT,
        "[%d/%d] %s, %d servers, %d clients, %srepeat %d: %,.0f ops/s, p50 %,.0f us, p99 %,.0f us%s%n",
        done,
        runs,
        result.system(),
        result.servers(),
        result.clients(),
        failures(result),
        result.repeat(),
        result.throughputOpsPerSec(),
        result.latencyMicros().p50(),
        result.latencyMicros().p99(),
        result.valid() ? "" : "; invalid");
  }

  @Override
  public void lost(LostRun run) {
    out.println(run);
  }

  private static String failures(RunResult result) {
    if (result.preset().isEmpty()) {
      return "";
    }
    String timed = result.trigger().equals("none") ? "" : " by " + result.trigger();
    return result.scenario() + timed + ", ";
  }

  @Override
  public void close() {}

  /**
   * Whether standard error is a terminal and no file or pipe, which {@code System.console()} no
   * longer tells; false where the system has no {@code test}.
   */
  private static boolean isTerminal() throws InterruptedException {
    try {
      ProcessBuilder test = new ProcessBuilder("test", "-t", "2");
      return test.redirectError(ProcessBuilder.Redirect.INHERIT).start().waitFor() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }
}
