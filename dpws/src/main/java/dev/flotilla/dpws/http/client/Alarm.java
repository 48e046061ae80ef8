package dev.flotilla.dpws.http.client;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One timer for many deadlines: it rings at the earliest. On one event loop. */
final class Alarm {
  private final EventLoop loop;
  private final Runnable action;
  private @Nullable ScheduledFuture<?> timer;
  private long ringsAtNanos;

  Alarm(EventLoop loop, Runnable action) {
    this.loop = loop;
    this.action = action;
  }

  /** Makes sure that it rings at this time or before. */
  void ringBy(long nanos, long nowNanos) {
    if (timer != null) {
      if (ringsAtNanos - nanos <= 0) {
        return;
      }
      timer.cancel(false);
    }
    ringsAtNanos = nanos;
    timer = loop.schedule(this::ring, Math.max(1, nanos - nowNanos), TimeUnit.NANOSECONDS);
  }

  void cancel() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  private void ring() {
    timer = null;
    action.run();
  }
}
