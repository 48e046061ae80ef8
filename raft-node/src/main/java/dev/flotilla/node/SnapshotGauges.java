package dev.flotilla.node;

import dev.flotilla.node.log.SnapshotStore;
import dev.flotilla.raft.SnapshotMetadata;
import java.util.Optional;

/** What a node tells of its snapshots. Written by the snapshot thread, read by any. */
final class SnapshotGauges {
  private final SnapshotStore store;
  private final Clock clock;
  private final Tally taken = new Tally();
  private final Tally givenUp = new Tally();
  private volatile Optional<Span> last = Optional.empty();

  private record Span(long beginNanos, long endNanos) {}

  SnapshotGauges(SnapshotStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  long nowNanos() {
    return clock.nanoTime();
  }

  /** One is durable whose writing began at a time. */
  void taken(long beginNanos) {
    last = Optional.of(new Span(beginNanos, nowNanos()));
    taken.add(1);
  }

  void givenUp() {
    givenUp.add(1);
  }

  /** As of now, at a node that has applied so much. */
  SnapshotMetrics read(long appliedIndex) {
    Optional<SnapshotMetadata> newest = store.newest();
    Optional<Span> span = last;
    return new SnapshotMetrics(
        newest.map(it -> it.last().index()).orElse(0L),
        newest.map(SnapshotMetadata::sizeBytes).orElse(0L),
        newest.map(it -> Math.max(0, appliedIndex - it.last().index())).orElse(0L),
        taken.value(),
        givenUp.value(),
        span.map(it -> nowNanos() - it.endNanos()).orElse(0L),
        span.map(it -> it.endNanos() - it.beginNanos()).orElse(0L));
  }
}
