package dev.flotilla.bench.client;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.Workload;
import dev.flotilla.bench.WorkloadCommand;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One client's open loop: commands have intended moments at a fixed distance, whatever the answers
 * do. A command whose moment comes while the one before is unanswered waits for it, and its latency
 * counts from the intended moment, so that a slow answer is seen by all commands that it delays
 * (coordinated omission corrected).
 *
 * <p><b>Thread.</b> The scheduler's thread sends; the thread that brings an answer schedules the
 * next command. The executor hands the fields over.
 */
final class PacedLoop implements Loop, InsertListener {
  private final BenchClient client;
  private final Workload workload = new Workload();
  private final Tally tally;
  private final ScheduledExecutorService scheduler;
  private final long distanceNanos;
  private final CountDownLatch ended = new CountDownLatch(1);
  private long intendedNanos;

  /**
   * A loop that begins when it is run.
   *
   * @param distanceNanos between two intended moments
   * @param delayNanos from the beginning to the first of them
   */
  PacedLoop(
      BenchClient client,
      Tally tally,
      ScheduledExecutorService scheduler,
      long distanceNanos,
      long delayNanos) {
    this.client = client;
    this.tally = tally;
    this.scheduler = scheduler;
    this.distanceNanos = distanceNanos;
    this.intendedNanos = delayNanos - distanceNanos;
  }

  @Override
  public void run() {
    intendedNanos += System.nanoTime();
    scheduleNext();
  }

  private void scheduleNext() {
    intendedNanos += distanceNanos;
    long wait = Math.max(0, intendedNanos - System.nanoTime());
    ScheduledFuture<?> unused = scheduler.schedule(this::send, wait, TimeUnit.NANOSECONDS);
  }

  private void send() {
    if (!tally.wantsMore()) {
      ended.countDown();
      return;
    }
    WorkloadCommand command = workload.next();
    try {
      client.insert(command, this);
    } catch (RuntimeException e) {
      failed("thrown-" + e.getClass().getSimpleName());
    }
  }

  @Override
  public void done() {
    tally.done(System.nanoTime() - intendedNanos);
    scheduleNext();
  }

  @Override
  public void failed(String kind) {
    tally.failed(kind);
    scheduleNext();
  }

  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }
}
