package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.client.CallFailure.Kind;
import io.netty.channel.EventLoop;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Brings calls from any thread to their event loop: bounded, in order, with one wake-up for a
 * burst.
 */
final class CallIntake {
  private final EventLoop loop;
  private final int capacity;
  private final Runnable drain;
  private final ConcurrentLinkedQueue<PendingCall<?, ?>> submitted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  CallIntake(EventLoop loop, int capacity, Runnable drain) {
    this.loop = loop;
    this.capacity = capacity;
    this.drain = drain;
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

  /** The next call; it counts as waiting until {@link #left}. On the event loop. */
  @Nullable PendingCall<?, ?> poll() {
    return submitted.poll();
  }

  /** A call has been sent or has failed. */
  void left() {
    waiting.decrementAndGet();
  }

  private void wake() {
    try {
      loop.execute(
          () -> {
            scheduled.set(false);
            drain.run();
          });
    } catch (RejectedExecutionException e) {
      PendingCall<?, ?> call;
      while ((call = submitted.poll()) != null) {
        left();
        call.fail(Kind.NOT_SENT, "the event loops are closed", e);
      }
    }
  }
}
