package dev.flotilla.node;

import dev.flotilla.raft.Raft;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.List;

/**
 * How far the followers of a leader are behind, looked at now and then. Written by the group
 * thread, read by any.
 */
final class FollowerGauges {
  /** At the usual intervals, with about every heartbeat. */
  static final long INTERVAL_NANOS = 40_000_000;

  private volatile List<FollowerDistance> distances = List.of();

  /** When the next look is due. */
  long dueNanos;

  FollowerGauges(long nowNanos) {
    dueNanos = nowNanos;
  }

  /** The core has got on, and a look is due. */
  void see(Raft raft, long nowNanos) {
    dueNanos = nowNanos + INTERVAL_NANOS;
    distances = raft.followers();
  }

  /** As of the last look. */
  List<FollowerDistance> read() {
    return distances;
  }
}
