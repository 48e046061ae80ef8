package dev.flotilla.raft.log;

import dev.flotilla.raft.options.RaftOptions;

/**
 * Whether a leader's own disk gets on.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class DiskStallDetector {
  /** One that forces nothing for so many election timeouts stands still. */
  private static final int STUCK_TIMEOUTS = 10;

  private final long stuckNanos;

  /** How far it had got when it last got on, and when that was. */
  private long durableIndex;

  private long movedNanos;

  public DiskStallDetector(RaftOptions options, long durableIndex, long nowNanos) {
    this.stuckNanos = STUCK_TIMEOUTS * options.electionTimeoutMaxNanos();
    this.durableIndex = durableIndex;
    this.movedNanos = nowNanos;
  }

  /** To be asked with each heartbeat. */
  public boolean isStuck(long durable, long lastIndex, long nowNanos) {
    if (durable > durableIndex || durable == lastIndex) {
      durableIndex = durable;
      movedNanos = nowNanos;
    }
    return nowNanos - movedNanos >= stuckNanos;
  }
}
