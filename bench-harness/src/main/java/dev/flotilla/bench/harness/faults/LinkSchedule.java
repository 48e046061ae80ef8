package dev.flotilla.bench.harness.faults;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.client.IterationObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Changes the links of a cluster while clients iterate, at fixed times from the start.
 *
 * <p><b>Thread.</b> One thread.
 */
public final class LinkSchedule implements IterationObserver {
  /**
   * What the links are like from a moment on.
   *
   * @param at the moment, from the start of the workload
   * @param matrix the links
   */
  public record Step(Duration at, LinkMatrix matrix) {}

  private final Cluster cluster;
  private final List<Step> steps;
  private LinkMatrix now;
  private int next;

  /**
   * A schedule for one run.
   *
   * @param steps in the order of their times
   */
  public LinkSchedule(Cluster cluster, List<Step> steps) {
    this.cluster = cluster;
    this.steps = List.copyOf(steps);
    this.now = LinkMatrix.none(cluster.servers().size());
  }

  @Override
  public void progressed(long acknowledged, Duration sinceStart) throws IOException {
    while (next < steps.size() && steps.get(next).at().compareTo(sinceStart) <= 0) {
      change(steps.get(next).matrix());
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
