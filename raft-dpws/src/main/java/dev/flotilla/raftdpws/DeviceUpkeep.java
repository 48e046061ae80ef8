package dev.flotilla.raftdpws;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a serving device looks after its connections and tells what has happened: soon after
 * something has changed, at the time for which the last look has asked, and once in {@value
 * #LONGEST_MILLIS} ms, so that an idle device sleeps.
 *
 * <p>While the node changes, a look follows {@value #SHORTEST_MILLIS} ms after the last one, and a
 * change wakes no thread. After a look that found nothing new, the next change does.
 *
 * <p>{@link #wake} may be called by any thread; all else is of the device's thread.
 */
final class DeviceUpkeep {
  static final long SHORTEST_MILLIS = 50;
  static final long LONGEST_MILLIS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(DeviceUpkeep.class);
  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(SHORTEST_MILLIS);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);

  private final ScheduledExecutorService thread;
  private final LongSupplier nanoTime;
  private final Node node;
  private final Look look;

  /** Whether a look comes soon anyway. */
  private final AtomicBoolean isAwake = new AtomicBoolean(true);

  // Of the thread.
  private long lookedNanos;
  private long dueNanos;
  private @Nullable ScheduledFuture<?> due;
  private @Nullable Object seen;
  private String failure = "";

  /** What is looked at. */
  interface Look {
    /** Looks; returns after how many nanoseconds it has something to do again, if not before. */
    long look(long nowNanos);
  }

  /** Where changes come from. */
  interface Node {
    /** Equal to the last one if nothing has changed. */
    Object state();

    /** Has a task run once when something has changed. */
    void whenChanged(Runnable task);

    /** A node of a group. */
    static Node of(RaftNode node) {
      return new Node() {
        @Override
        public Object state() {
          return Seen.of(node.status());
        }

        @Override
        public void whenChanged(Runnable task) {
          node.whenChanged(task);
        }
      };
    }
  }

  private record Seen(
      Object role, Object leader, long term, long configuration, long commit, long applied) {
    static Seen of(NodeStatus now) {
      return new Seen(
          now.role(),
          now.leader(),
          now.term(),
          now.raft().configurationIndex(),
          now.commitIndex(),
          now.appliedIndex());
    }
  }

  DeviceUpkeep(ScheduledExecutorService thread, LongSupplier nanoTime, Node node, Look look) {
    this.thread = thread;
    this.nanoTime = nanoTime;
    this.node = node;
    this.look = look;
  }

  /** Looks at once, and from now on. Once; any thread. */
  void start() {
    thread.execute(this::run);
  }

  /** Something has changed that the next look is to see. */
  void wake() {
    if (isAwake.get() || !isAwake.compareAndSet(false, true)) {
      return;
    }
    try {
      thread.execute(this::hurry);
    } catch (RejectedExecutionException e) {
      LOG.debug("The device is closing", e);
    }
  }

  private void hurry() {
    long soonest = lookedNanos + SHORTEST_NANOS;
    if (due == null || dueNanos - soonest > 0) {
      plan(soonest);
    }
  }

  private void run() {
    due = null;
    lookedNanos = nanoTime.getAsLong();
    long pauseNanos = SHORTEST_NANOS;
    try {
      pauseNanos = look.look(lookedNanos);
      failure = "";
    } catch (RuntimeException | Error e) {
      if (!e.getClass().getName().equals(failure)) {
        failure = e.getClass().getName();
        LOG.error("The upkeep of the device has failed; it goes on: {}", e.toString(), e);
      }
    }
    plan(lookedNanos + (isCalm() ? clamped(pauseNanos) : SHORTEST_NANOS));
  }

  /** Whether nothing has changed since the last look; the next change wakes then. */
  private boolean isCalm() {
    Object now = node.state();
    boolean isCalm = Objects.equals(now, seen);
    seen = now;
    if (!isCalm) {
      isAwake.set(true);
      return false;
    }
    isAwake.set(false);
    node.whenChanged(this::wake);
    // What changed before the node was told to wake this has to be found here.
    return node.state().equals(now);
  }

  private static long clamped(long nanos) {
    return Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, nanos));
  }

  private void plan(long atNanos) {
    if (due != null) {
      due.cancel(false);
    }
    dueNanos = atNanos;
    try {
      due =
          thread.schedule(
              this::run, Math.max(0, atNanos - nanoTime.getAsLong()), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The device is closing", e);
    }
  }
}
