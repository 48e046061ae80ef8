package dev.flotilla.raftdpws.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers that wait for something: each is tried every {@value #PAUSE_MILLIS} ms, and the last time
 * when its time is over. None is given before the first {@value #PAUSE_MILLIS} ms have passed, so
 * that a client which repeats itself at once does not repeat itself faster.
 *
 * <p><b>Bounds.</b> {@value #MAX_HELD} answers; more are not held. None waits for an outcome for
 * longer than {@value #KNOWN_MILLIS} ms, or for a leader for longer than {@value #ELECTED_MILLIS}
 * ms: the endpoint closes a connection without an answer after 60 s, and what follows takes time,
 * too.
 *
 * <p><b>Thread.</b> Any thread may hold; attempts run on the threads of the timer, must not block,
 * and run one after the other.
 */
public final class HeldAnswers {
  /** Answers that wait at once. */
  static final int MAX_HELD = 1_024;

  /** From one attempt to the next. */
  static final long PAUSE_MILLIS = 50;

  /** The longest wait for an outcome that is not known yet. */
  static final long KNOWN_MILLIS = 10_000;

  /** The longest wait for a leader, whatever the election timeout is. */
  static final long ELECTED_MILLIS = 20_000;

  private static final Logger LOG = LoggerFactory.getLogger(HeldAnswers.class);
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final BiConsumer<Duration, Runnable> later;
  private final LongSupplier nanoTime;
  private final LongSupplier electionNanos;
  private final List<Held> held = new ArrayList<>();
  private boolean isTicking;

  /** Tries to give an answer. */
  interface Attempt {
    /**
     * Answers, if it can.
     *
     * @param isLast whether it must
     * @return whether it did
     */
    boolean answers(boolean isLast);
  }

  private record Held(long sinceNanos, long untilNanos, Attempt attempt) {}

  /**
   * Holds nothing yet.
   *
   * @param later runs a task after a delay, one that does not block
   * @param nanoTime the time in nanoseconds
   * @param electionNanos the longest time without a leader for which an answer waits
   */
  public HeldAnswers(
      BiConsumer<Duration, Runnable> later, LongSupplier nanoTime, LongSupplier electionNanos) {
    this.later = later;
    this.nanoTime = nanoTime;
    this.electionNanos = electionNanos;
  }

  /** Waits for one election at the most; false if too many wait. */
  boolean untilElected(Attempt attempt) {
    return hold(Math.min(electionNanos.getAsLong(), ELECTED_MILLIS * NANOS_PER_MILLI), attempt);
  }

  /** Waits for a moment; false if too many wait. */
  boolean forAMoment(Attempt attempt) {
    return hold(0, attempt);
  }

  /** Waits for an outcome; false if too many wait. */
  boolean untilKnown(Attempt attempt) {
    return hold(KNOWN_MILLIS * NANOS_PER_MILLI, attempt);
  }

  synchronized int size() {
    return held.size();
  }

  private boolean hold(long nanos, Attempt attempt) {
    synchronized (this) {
      if (held.size() >= MAX_HELD) {
        return false;
      }
      long nowNanos = nanoTime.getAsLong();
      held.add(new Held(nowNanos, nowNanos + nanos, attempt));
      if (isTicking) {
        return true;
      }
      isTicking = true;
    }
    tickLater();
    return true;
  }

  private void tickLater() {
    try {
      later.accept(Duration.ofMillis(PAUSE_MILLIS), this::tick);
    } catch (RejectedExecutionException e) {
      LOG.debug("The threads are closed, and so are the connections of those who wait", e);
    }
  }

  private void tick() {
    long nowNanos = nanoTime.getAsLong();
    List<Held> waiting;
    synchronized (this) {
      waiting = List.copyOf(held);
    }
    // Outside of the lock: an answer may bring the next request.
    List<Held> ended = waiting.stream().filter(it -> isEnded(it, nowNanos)).toList();
    synchronized (this) {
      held.removeAll(ended);
      isTicking = !held.isEmpty();
      if (!isTicking) {
        return;
      }
    }
    tickLater();
  }

  private static boolean isEnded(Held waiting, long nowNanos) {
    if (nowNanos - waiting.sinceNanos() < PAUSE_MILLIS * NANOS_PER_MILLI) {
      return false;
    }
    try {
      return waiting.attempt().answers(nowNanos - waiting.untilNanos() >= 0);
    } catch (RuntimeException e) {
      LOG.warn("An answer that waited could not be given", e);
      return true;
    }
  }
}
