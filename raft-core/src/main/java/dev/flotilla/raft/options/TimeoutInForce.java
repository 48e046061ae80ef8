package dev.flotilla.raft.options;

import dev.flotilla.raft.RaftStatus;

/**
 * The election timeout that a server uses now, part of {@link RaftStatus}: the configured one, a
 * longer one while delays were measured lately, and one that is longer still while the leader is
 * quiet.
 *
 * @param usualMinNanos {@link #minNanos} if no leader is quiet
 * @param usualMaxNanos {@link #maxNanos} if no leader is quiet
 * @param delayNanos the delay on which they rest: how late a timer of this server fired, or how
 *     much longer than expected two messages of the leader, or two answers of a majority, were
 *     apart
 * @param quietNanos how far apart the heartbeats of a quiet leader are; 0 if it is not quiet
 */
public record TimeoutInForce(
    long usualMinNanos, long usualMaxNanos, long delayNanos, long quietNanos) {
  /** No timeout is stretched beyond this; a longer configured one stays as it is. */
  public static final long MAX_STRETCHED_NANOS = 3_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** How many heartbeats of a quiet leader fit into the shortest timeout. */
  private static final int INTERVALS = 3;

  /** The configured timeout, and no delay. */
  public static TimeoutInForce configured(RaftOptions options) {
    return new TimeoutInForce(
        options.electionTimeoutMinNanos(), options.electionTimeoutMaxNanos(), 0, 0);
  }

  /** A follower starts an election after a random silence of at least this. */
  public long minNanos() {
    return Math.max(usualMinNanos, INTERVALS * quietNanos);
  }

  /** And of at most this; a leader that no majority answers for so long resigns. */
  public long maxNanos() {
    return Math.max(usualMaxNanos, 2 * INTERVALS * quietNanos);
  }

  /** {@link #minNanos}, in milliseconds. */
  public long minMillis() {
    return minNanos() / NANOS_PER_MILLI;
  }

  /** {@link #maxNanos}, in milliseconds. */
  public long maxMillis() {
    return maxNanos() / NANOS_PER_MILLI;
  }

  /** {@link #delayNanos}, in milliseconds. */
  public long delayMillis() {
    return delayNanos / NANOS_PER_MILLI;
  }

  /** As {@code 150 to 300 ms, measured delay 4 ms}. */
  @Override
  public String toString() {
    return "%s to %s ms, measured delay %s ms".formatted(minMillis(), maxMillis(), delayMillis());
  }
}
