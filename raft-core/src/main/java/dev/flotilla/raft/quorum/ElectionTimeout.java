package dev.flotilla.raft.quorum;

import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.TimeoutInForce;
import java.util.Arrays;

/**
 * Which election timeout is in force: the configured one, or a longer one while this machine, the
 * leader's or the network is slow, so that a leader that lives keeps leading.
 *
 * <p>It measures delays: how late a timer of this server fired, and how much longer than a
 * heartbeat two messages of a leader, or two answers of a quorum, were apart. Delays below half of
 * the difference between the configured shortest timeout and the heartbeat, 50 ms at the default,
 * change nothing. The shortest timeout grows by {@value #GROWTH} times the part of the delay that
 * counts above that, since the next delay may be several times as long; the longest one grows in
 * proportion, up to {@link TimeoutInForce#MAX_STRETCHED_NANOS}.
 *
 * <p>Which delay counts: time is cut into slices. The longest delay of this slice and of the last
 * one counts, so one that stays alone is forgotten after at most {@value #ALONE_SECONDS} s. Of the
 * last {@value #SLICES} slices, {@value #MEMORY_SECONDS} s, the second longest counts: a machine
 * that was slow in two of them stays suspect until a minute is calm.
 *
 * <p>While a leader sends its heartbeats at longer intervals ({@link #expectEvery}), the timeout is
 * some of them, and a message that comes so late is not late.
 *
 * <p>No lease depends on it ({@link Lease}), and no promise becomes shorter by it, since it is
 * never shorter than the configured timeout.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class ElectionTimeout {
  static final int SLICES = 6;
  static final int GROWTH = 4;

  static final long SLICE_NANOS = 10_000_000_000L;

  /** For how long a delay may count that stays alone. */
  static final long ALONE_SECONDS = 20;

  /** For how long delays count that come again. */
  static final long MEMORY_SECONDS = 60;

  private final RaftOptions options;
  private final long heartbeatNanos;
  private final long maxDelayNanos;

  /** The longest delay of each of the last slices, as a ring. */
  private final long[] longest = new long[SLICES];

  private int slice;
  private long sliceEndNanos;
  private TimeoutInForce inForce;

  // Those of inForce.
  private long minNanos;
  private long maxNanos;

  /** The interval of a quiet leader; 0: the usual one. */
  private long intervalNanos;

  /** What the last messages of a leader that was quiet until now may be apart, and until when. */
  private long lastIntervalNanos;

  private long settlesNanos;

  /** When a leader of {@link #heardTerm} was heard last; no term: none was. */
  private long heardNanos;

  private long heardTerm;

  /** The configured timeout is in force. */
  public ElectionTimeout(RaftOptions options, long nowNanos) {
    this.options = options;
    this.heartbeatNanos = options.heartbeatNanos();
    this.maxDelayNanos =
        Math.max(TimeoutInForce.MAX_STRETCHED_NANOS, options.electionTimeoutMaxNanos());
    this.sliceEndNanos = nowNanos + SLICE_NANOS;
    this.inForce = TimeoutInForce.configured(options);
    this.minNanos = inForce.minNanos();
    this.maxNanos = inForce.maxNanos();
  }

  /**
   * From now on the leader's heartbeats are so far apart.
   *
   * @param nanos more than the configured interval; 0 for that
   */
  public void expectEvery(long nanos, long nowNanos) {
    if (nanos == intervalNanos) {
      return;
    }
    if (nanos < intervalNanos) {
      lastIntervalNanos = intervalNanos;
      settlesNanos = nowNanos + inForce.usualMaxNanos();
    }
    intervalNanos = nanos;
    stretch(delayNanos());
  }

  /** Whether a leader is quiet. */
  public boolean isQuiet() {
    return intervalNanos > 0;
  }

  /** Whether a leader was quiet until a moment ago, so that answers may be as old as its pace. */
  public boolean isSettling() {
    return lastIntervalNanos > 0;
  }

  /** The longest silence of a member that works: longer for a moment after a leader was quiet. */
  public long minSilenceNanos() {
    return minNanos + lastIntervalNanos;
  }

  /** The longest timeout if no leader were quiet. */
  public long usualMaxNanos() {
    return inForce.usualMaxNanos();
  }

  /** The shortest timeout if no leader were quiet. */
  public long usualMinNanos() {
    return inForce.usualMinNanos();
  }

  public TimeoutInForce inForce() {
    return inForce;
  }

  public long minNanos() {
    return minNanos;
  }

  public long maxNanos() {
    return maxNanos;
  }

  /**
   * Time has passed.
   *
   * @param deadlineNanos when this server's next timer was due; in the future if it still is
   */
  public void advanceTo(long nowNanos, long deadlineNanos) {
    if (nowNanos - sliceEndNanos >= 0) {
      turn(nowNanos);
    }
    if (lastIntervalNanos > 0 && nowNanos - settlesNanos >= 0) {
      lastIntervalNanos = 0;
    }
    if (nowNanos - deadlineNanos > 0) {
      delayed(nowNanos - deadlineNanos);
    }
  }

  /** A leader of a term was heard. */
  public void heardLeader(long term, long nowNanos) {
    if (term == heardTerm) {
      apart(nowNanos - heardNanos);
    }
    heardTerm = term;
    heardNanos = nowNanos;
  }

  /** So far apart are the last two answers of a quorum, or the last one and now, if none came. */
  public void apart(long nanos) {
    long expectedNanos = Math.max(heartbeatNanos, Math.max(intervalNanos, lastIntervalNanos));
    if (nanos > expectedNanos) {
      delayed(nanos - expectedNanos);
    }
  }

  private void delayed(long nanos) {
    long delay = Math.min(nanos, maxDelayNanos);
    if (delay > longest[slice]) {
      longest[slice] = delay;
      stretchFor(delayNanos());
    }
  }

  private void turn(long nowNanos) {
    long passed = 1 + (nowNanos - sliceEndNanos) / SLICE_NANOS;
    for (long i = 0; i < Math.min(passed, SLICES); i++) {
      slice = (slice + 1) % SLICES;
      longest[slice] = 0;
    }
    sliceEndNanos += passed * SLICE_NANOS;
    stretchFor(delayNanos());
  }

  private void stretchFor(long delay) {
    if (delay != inForce.delayNanos()) {
      stretch(delay);
    }
  }

  private void stretch(long delay) {
    long min = options.electionTimeoutMinNanos();
    long max = options.electionTimeoutMaxNanos();
    double most = Math.max(1, (double) TimeoutInForce.MAX_STRETCHED_NANOS / max);
    long bearable = (min - options.heartbeatNanos()) / 2;
    double wanted = (double) (min + GROWTH * (delay - bearable)) / min;
    double factor = Math.max(1, Math.min(most, wanted));
    inForce =
        new TimeoutInForce((long) (min * factor), (long) (max * factor), delay, intervalNanos);
    minNanos = inForce.minNanos();
    maxNanos = inForce.maxNanos();
  }

  private long delayNanos() {
    long[] sorted = longest.clone();
    Arrays.sort(sorted);
    long last = longest[(slice + SLICES - 1) % SLICES];
    return Math.max(sorted[SLICES - 2], Math.max(longest[slice], last));
  }
}
