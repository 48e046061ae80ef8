package dev.flotilla.raft.log;

import dev.flotilla.raft.model.NumberLimits;

/**
 * The log time of one office: that of the log's last entry when it began, and on from there with
 * the leader's monotonic clock. So it never descends, whatever the clocks of the members say, and
 * stands still while nobody leads (thesis §6.3), and at {@link NumberLimits#MAX_TIME_MILLIS}.
 *
 * <p>Internal: public only for the other packages of raft-core.
 *
 * @param startMillis the log time at the start of the office
 * @param startNanos the monotonic time then
 */
public record LogClock(long startMillis, long startNanos) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  public long timeMillis(long nowNanos) {
    long passedMillis = (nowNanos - startNanos) / NANOS_PER_MILLI;
    return Math.min(startMillis + passedMillis, NumberLimits.MAX_TIME_MILLIS);
  }
}
