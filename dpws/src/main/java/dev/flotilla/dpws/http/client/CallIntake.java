package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.client.CallFailure.Kind;
import io.netty.channel.EventLoop;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings calls from any thread to their event loop: bounded, in order, with one wake-up for a
 * burst.
 */
final class CallIntake {
  private final EventLoop loop;
  private final int capacity;
  private final Runnable drain;
  private final BooleanSupplier isReady;
  private final ConcurrentLinkedQueue<PendingCall<?, ?>> submitted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** On the event loop: calls are being drained, so one that follows from them waits. */
  private boolean draining;

  /**
   * An intake without calls.
   *
   * @param drain polls the calls; on the event loop
   * @param isReady whether a call that is submitted on the event loop is to be drained at once;
   *     asked there
   */
  CallIntake(EventLoop loop, int capacity, Runnable drain, BooleanSupplier isReady) {
    this.loop = loop;
    this.capacity = capacity;
    this.drain = drain;
    this.isReady = isReady;
  }

  /** Takes a call, or fails it as not sent when too many wait. Any thread. */
  void submit(PendingCall<?, ?> call) {
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
   * without a task of its own. On the event loop.
   */
  void beginBatch() {
    scheduled.set(true);
  }

  /** Ends a batch, if one has begun. On the event loop. */
  void endBatch() {
    scheduled.set(false);
    if (!submitted.isEmpty()) {
      draining = true;
      try {
        drain.run();
      } finally {
        draining = false;
      }
    }
  }

  /** The next call; it counts as waiting until {@link #left}. On the event loop. */
  @Nullable PendingCall<?, ?> poll() {
    return submitted.poll();
  }

  /** A call has been sent or has failed. */
  void left() {
    waiting.decrementAndGet();
  }

  private void wake() {
    if (loop.inEventLoop() && !draining && isReady.getAsBoolean()) {
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
