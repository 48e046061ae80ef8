package dev.flotilla.raft.options;

import dev.flotilla.raft.RaftStatus;

/**
 * The election timeout that a server uses now, part of {@link RaftStatus}: the configured one, or a
 * longer one while delays were measured lately.
 *
 * @param minNanos a follower starts an election after a random silence of at least this
 * @param maxNanos and of at most this; a leader that no majority answers for so long resigns
 * @param delayNanos the delay on which it rests: how late a timer of this server fired, or how much
 *     longer than a heartbeat two messages of the leader, or two answers of a majority, were apart
 */
public record TimeoutInForce(long minNanos, long maxNanos, long delayNanos) {
  /** No timeout is stretched beyond this; a longer configured one stays as it is. */
  public static final long MAX_STRETCHED_NANOS = 3_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The configured timeout, and no delay. */
  public static TimeoutInForce configured(RaftOptions options) {
    return new TimeoutInForce(
        options.electionTimeoutMinNanos(), options.electionTimeoutMaxNanos(), 0);
  }

  /** {@link #minNanos}, in milliseconds. */
  public long minMillis() {
    return minNanos / NANOS_PER_MILLI;
  }

  /** {@link #maxNanos}, in milliseconds. */
  public long maxMillis() {
    return maxNanos / NANOS_PER_MILLI;
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
