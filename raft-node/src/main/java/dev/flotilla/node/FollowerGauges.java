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
  private static final long INTERVAL_NANOS = 40_000_000;

  private volatile List<FollowerDistance> distances = List.of();
  private boolean hasSeen;
  private long seenNanos;

  /** The core has got on. */
  void see(Raft raft, long nowNanos) {
    if (!hasSeen || nowNanos - seenNanos >= INTERVAL_NANOS) {
      hasSeen = true;
      seenNanos = nowNanos;
      distances = raft.followers();
    }
  }

  /** As of the last look. */
  List<FollowerDistance> read() {
    return distances;
  }
}
