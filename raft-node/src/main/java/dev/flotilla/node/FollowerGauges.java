package dev.flotilla.node;

import dev.flotilla.raft.Raft;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.List;

/**
 * How far the followers of a leader are behind, and when a majority was last heard, looked at now
 * and then. Written by the group thread, read by any.
 */
final class FollowerGauges {
  /** At the usual intervals, with about every heartbeat. */
  static final long INTERVAL_NANOS = 40_000_000;

  private volatile List<FollowerDistance> distances = List.of();
  private volatile long contactNanos;

  /** When the next look is due. */
  long dueNanos;

  FollowerGauges(long nowNanos) {
    dueNanos = nowNanos;
    contactNanos = nowNanos;
  }

  /** The core has got on, and a look is due. */
  void see(Raft raft, RaftStatus status, long nowNanos) {
    dueNanos = nowNanos + INTERVAL_NANOS;
    distances = raft.followers();
    if (status.role() == Role.LEADER) {
      long silence =
          FollowerDistance.quorumSilenceNanos(status.configuration(), raft.self(), distances);
      if (silence < nowNanos - contactNanos) {
        contactNanos = nowNanos - silence;
      }
    } else if (status.leader().isPresent()) {
      contactNanos = nowNanos;
    }
  }

  /** As of the last look. */
  List<FollowerDistance> read() {
    return distances;
  }

  /** When this server last knew a leader with a majority, to some tens of milliseconds. */
  long contactNanos() {
    return contactNanos;
  }
}
