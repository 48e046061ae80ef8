package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.ByteBudget;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls to one address, and the connections for them: brings calls from any thread to the event
 * loop, bounded, in order, with one wake-up for a burst, and has one timer for all deadlines. All
 * but {@link #submit} happens on the event loop.
 */
abstract class CallIntake {
  final Target target;
  final EventLoops loops;
  final EventLoop loop;
  final CallerOptions options;
  final ByteBudget budget;
  final LongSupplier nanoTime;
  private final int capacity;
  private final ConcurrentLinkedQueue<PendingCall<?, ?>> submitted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** Calls are being drained, so one that follows from them waits. */
  private boolean draining;

  private @Nullable ScheduledFuture<?> timer;
  private long expiresAtNanos;

  CallIntake(Target target, EventLoops loops, CallerOptions options, ByteBudget budget) {
    this.target = target;
    this.loops = loops;
    this.loop = loops.group().next();
    this.options = options;
    this.budget = budget;
    this.nanoTime = loops.ports().nanoTime();
    this.capacity = options.maxWaitingPerAddress();
  }

  /** Polls the calls. */
  abstract void drain();

  /** Whether a call that is submitted on the event loop is to be drained at once. */
  abstract boolean isReady();

  /** A time has come of those that {@link #expireBy} was told. */
  abstract void expire();

  /** The connection can be used. */
  abstract void opened(ClientConnection connection);

  /** The connection could not be opened or is closed; its calls have failed. */
  abstract void closed(ClientConnection connection, @Nullable Throwable cause);

  /** All that had come on a connection has been read, and the calls have been answered. */
  void answered() {
    endBatch();
  }

  /** Takes a call, or fails it as not sent when too many wait. Any thread. */
  final void submit(PendingCall<?, ?> call) {
    if (waiting.incrementAndGet() > capacity) {
      waiting.decrementAndGet();
      call.fail(Kind.NOT_SENT, capacity + " calls to this address wait already", null);
      return;
    }
    submitted.add(call);
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      wake();
    }
  }

  /**
   * Answers are being read: what is submitted until {@link #endBatch} is drained then, at once and
   * without a task of its own.
   */
  final void beginBatch() {
    scheduled.set(true);
  }

  /** Ends a batch, if one has begun. */
  final void endBatch() {
    scheduled.set(false);
    if (!submitted.isEmpty()) {
      draining = true;
      try {
        drain();
      } finally {
        draining = false;
      }
    }
  }

  /** The next call; it counts as waiting until {@link #left}. */
  final @Nullable PendingCall<?, ?> poll() {
    return submitted.poll();
  }

  /** A call has been sent or has failed. */
  final void left() {
    waiting.decrementAndGet();
  }

  /** Makes sure that {@link #expire} is called at this time or before. */
  final void expireBy(long nanos, long nowNanos) {
    if (timer != null && expiresAtNanos - nanos <= 0) {
      return;
    }
    cancelTimer();
    expiresAtNanos = nanos;
    timer =
        loop.schedule(
            () -> {
              timer = null;
              expire();
            },
            Math.max(1, nanos - nowNanos),
            TimeUnit.NANOSECONDS);
  }

  final void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  private void wake() {
    if (loop.inEventLoop() && !draining && isReady()) {
      endBatch();
      return;
    }
    try {
      loop.execute(this::endBatch);
    } catch (RejectedExecutionException e) {
      PendingCall<?, ?> call;
      while ((call = submitted.poll()) != null) {
        left();
        call.fail(Kind.NOT_SENT, "the event loops are closed", e);
      }
    }
  }
}
