package dev.flotilla.order.live;

import dev.flotilla.order.ProcessGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Suspects processes that have been silent for too long. A wrong suspicion doubles the time for
 * that process, so in the end there is none. Without clock and I/O; one thread.
 */
final class HeartbeatDetector {
  static final long HEARTBEAT_NANOS = 50_000_000;
  static final long FIRST_TIMEOUT_NANOS = 300_000_000;

  private static final long MAX_TIMEOUT_NANOS = 60_000_000_000L;

  private final ProcessGroup group;
  private final long[] heardNanos;
  private final long[] timeoutNanos;
  private final TreeSet<Integer> suspected = new TreeSet<>();

  HeartbeatDetector(ProcessGroup group, long nowNanos) {
    this.group = group;
    this.heardNanos = new long[group.size()];
    this.timeoutNanos = new long[group.size()];
    for (int other : group.others()) {
      heardNanos[other] = nowNanos;
      timeoutNanos[other] = FIRST_TIMEOUT_NANOS;
    }
  }

  /**
   * Something has arrived from a process.
   *
   * @return whether it was suspected, and is not any more
   */
  boolean heard(int process, long nowNanos) {
    heardNanos[process] = nowNanos;
    if (!suspected.remove(process)) {
      return false;
    }
    timeoutNanos[process] = Math.min(2 * timeoutNanos[process], MAX_TIMEOUT_NANOS);
    return true;
  }

  /** Returns the processes that are suspected from now on. */
  List<Integer> check(long nowNanos) {
    List<Integer> silent = new ArrayList<>();
    for (int other : group.others()) {
      if (nowNanos - heardNanos[other] > timeoutNanos[other] && suspected.add(other)) {
        silent.add(other);
      }
    }
    return silent;
  }
}
