package dev.flotilla.bench.harness.faults;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.client.IterationObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.function.IntFunction;

/**
 * Changes the links of a cluster again and again while clients iterate, from their start on.
 *
 * <p><b>Thread.</b> One thread.
 */
public final class LinkSchedule implements IterationObserver {
  private final Cluster cluster;
  private final Duration step;
  private final IntFunction<LinkMatrix> matrices;
  private LinkMatrix now;
  private int next;

  /**
   * A schedule for one run.
   *
   * @param step how long the links stay as they are
   * @param matrices what they are like then, by the number of the step from 0
   */
  public LinkSchedule(Cluster cluster, Duration step, IntFunction<LinkMatrix> matrices) {
    this.cluster = cluster;
    this.step = step;
    this.matrices = matrices;
    this.now = LinkMatrix.none(cluster.servers().size());
  }

  @Override
  public void progressed(long acknowledged, Duration sinceStart) throws IOException {
    while (step.multipliedBy(next).compareTo(sinceStart) <= 0) {
      change(matrices.apply(next));
      next++;
    }
  }

  private void change(LinkMatrix matrix) throws IOException {
    matrix.apply(now, cluster.links());
    now = matrix;
  }

  /** How many steps have come. */
  public int steps() {
    return next;
  }

  /** Ends all faults. */
  public void mend() throws IOException {
    change(LinkMatrix.none(now.servers()));
  }
}
