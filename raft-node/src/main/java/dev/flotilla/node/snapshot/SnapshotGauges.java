package dev.flotilla.node.snapshot;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.snapshot.SnapshotStore;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The figures of a node about its snapshots. Each number names the thread that writes it; any
 * reads.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SnapshotGauges {
  private final SnapshotStore store;
  private final Clock clock;

  /** Snapshot thread. */
  private final LongAdder taken = new LongAdder();

  /** Snapshot and apply thread. */
  private final AtomicLong givenUp = new AtomicLong();

  /** Snapshot thread. */
  private volatile long durationNanos;

  /** Snapshot and log thread: since when the newest one is there. */
  private volatile long sinceNanos;

  /** Apply thread: bytes of entries that were applied, from the newest snapshot at the start on. */
  final LongAdder appliedBytes = new LongAdder();

  /** Snapshot and apply thread: how many of those the newest snapshot holds. */
  private final AtomicLong heldBytes = new AtomicLong();

  /** Apply thread. */
  private final LongAdder sentBytes = new LongAdder();

  /** Log thread. */
  private final LongAdder receivedBytes = new LongAdder();

  public SnapshotGauges(SnapshotStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
    this.sinceNanos = clock.nanoTime();
  }

  long nowNanos() {
    return clock.nanoTime();
  }

  /** One is durable that was begun at so many bytes, and whose writing began at a time. */
  void taken(long beginNanos, long bytes) {
    sinceNanos = nowNanos();
    durationNanos = sinceNanos - beginNanos;
    holds(bytes);
    taken.add(1);
  }

  void givenUp() {
    givenUp.incrementAndGet();
  }

  /** Another member's is durable. */
  void received() {
    sinceNanos = nowNanos();
  }

  /** The state is that of the newest one. */
  void restored() {
    holds(appliedBytes.sum());
  }

  void sent(long bytes) {
    sentBytes.add(bytes);
  }

  void received(long bytes) {
    receivedBytes.add(bytes);
  }

  private void holds(long bytes) {
    heldBytes.accumulateAndGet(bytes, Math::max);
  }

  /** As of now, at a node that has applied so much. */
  public SnapshotMetrics read(long appliedIndex) {
    Optional<SnapshotMetadata> newest = store.newest();
    return new SnapshotMetrics(
        newest.map(it -> it.last().index()).orElse(0L),
        newest.map(SnapshotMetadata::sizeBytes).orElse(0L),
        newest.map(it -> nowNanos() - sinceNanos).orElse(0L),
        newest.map(it -> Math.max(0, appliedIndex - it.last().index())).orElse(appliedIndex),
        Math.max(0, appliedBytes.sum() - heldBytes.get()),
        taken.sum(),
        givenUp.get(),
        durationNanos,
        sentBytes.sum(),
        receivedBytes.sum());
  }
}
