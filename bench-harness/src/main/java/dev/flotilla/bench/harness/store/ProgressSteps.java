package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.client.IterationObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Does one thing after the other while clients put, each when the next equal share of the commands
 * is acknowledged: two of them at a third and at two thirds.
 *
 * <p><b>Thread.</b> One thread, which each step blocks.
 */
public final class ProgressSteps implements IterationObserver {
  private static final double NANOS_PER_MILLI = 1e6;

  /** One thing to do. */
  @FunctionalInterface
  public interface Step {
    /** Does it. */
    void run() throws IOException, InterruptedException;
  }

  private final long commands;
  private final List<Step> steps;
  private final List<Double> millis = new ArrayList<>();
  private long firstMicros;

  /**
   * Steps for one run.
   *
   * @param commands commands of all clients together
   */
  public ProgressSteps(long commands, List<Step> steps) {
    this.commands = commands;
    this.steps = List.copyOf(steps);
  }

  @Override
  public void progressed(long acknowledged, Duration sinceStart)
      throws IOException, InterruptedException {
    int done = millis.size();
    double due = (double) commands * (done + 1) / (steps.size() + 1);
    if (done == steps.size() || acknowledged < due) {
      return;
    }
    if (done == 0) {
      firstMicros = TimeUnit.NANOSECONDS.toMicros(sinceStart.toNanos());
    }
    long began = System.nanoTime();
    steps.get(done).run();
    millis.add((System.nanoTime() - began) / NANOS_PER_MILLI);
  }

  /** When the first step began, from the start of the workload; 0 if none did. */
  public long firstMicros() {
    return firstMicros;
  }

  /** How long each step took that was done. */
  public List<Double> millis() {
    return List.copyOf(millis);
  }
}
