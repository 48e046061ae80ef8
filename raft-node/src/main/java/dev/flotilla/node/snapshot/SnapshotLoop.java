package dev.flotilla.node.snapshot;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.log.DurableLog;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.UnwritableSnapshot;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshot thread: writes a snapshot of the state machine, which may take long, while the
 * others go on, at its pace, and tells the core when it is durable.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SnapshotLoop extends NodeLoop {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotLoop.class);
  private static final int BUFFER_BYTES = 64 * 1024;

  /** What a state machine is given to notice that nobody wants its snapshot any more. */
  private static final long MAX_END_MILLIS = 2000;

  private final SnapshotQueues queues;
  private final DurableLog log;
  private final SnapshotStore store;
  private final SnapshotGauges gauges;
  private final long bytesPerSecond;

  public SnapshotLoop(
      SnapshotQueues queues,
      NodeLifecycle life,
      DurableLog log,
      SnapshotStore store,
      SnapshotGauges gauges,
      long bytesPerSecond,
      Clock clock) {
    super("snapshot", queues.bell, life, clock);
    this.queues = queues;
    this.log = log;
    this.store = store;
    this.gauges = gauges;
    this.bytesPerSecond = bytesPerSecond;
  }

  @Override
  public int cycle() throws IOException {
    SnapshotTaker.Job job = queues.jobs.poll();
    if (job == null) {
      return 0;
    }
    long beginNanos = gauges.nowNanos();
    Optional<SnapshotMetadata> taken = write(job);
    queues.isTaking.set(false);
    if (taken.isPresent()) {
      SnapshotMetadata snapshot = taken.get();
      gauges.taken(beginNanos, job.appliedBytes());
      queues.areOlderLeft = true;
      queues.report(raft -> raft.compacted(snapshot));
      // It removes the one before.
      queues.applyBell.ring();
    }
    return 1;
  }

  /** Nothing if it came to nothing: the log is kept until another one is due. */
  private Optional<SnapshotMetadata> write(SnapshotTaker.Job job) throws IOException {
    try (var writer = job.writer();
        var state = job.state()) {
      OutputStream paced = new PacedStream(writer, bytesPerSecond, clock, life());
      OutputStream buffered = new BufferedOutputStream(paced, BUFFER_BYTES);
      state.writeTo(buffered);
      buffered.flush();
      log.writer().forceMark();
      Optional<SnapshotMetadata> taken =
          store.complete(writer, job.last(), job.timeMillis(), job.configuration(), job.version());
      state.kept();
      return taken;
    } catch (IOException | RuntimeException e) {
      boolean isBorne = e instanceof SnapshotGivenUp || e instanceof UnwritableSnapshot;
      if (!isBorne && !life().isOver()) {
        throw e;
      }
      LOG.warn("No snapshot was taken at {}, the log is kept: {}", job.last(), e.getMessage());
      store.discard(job.writer());
      gauges.givenUp();
      return Optional.empty();
    }
  }

  @Override
  public long maxEndMillis() {
    return MAX_END_MILLIS;
  }

  @Override
  public void abandon() {
    queues.jobs.close(SnapshotLoop::giveUp);
  }

  private static void giveUp(SnapshotTaker.Job job) {
    try {
      job.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
