package dev.flotilla.dpws;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** One thread of {@link EventLoops}, for tasks that belong together. They must not block. */
public final class OneEventLoop {
  private final EventLoop loop;

  OneEventLoop(EventLoop loop) {
    this.loop = loop;
  }

  /**
   * Runs a task soon, after the tasks before it. Any thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the loops are closed
   */
  public void execute(Runnable task) {
    loop.execute(task);
  }

  /**
   * Runs a task after a delay. Any thread.
   *
   * @return cancels the task if it has not begun; any thread
   * @throws java.util.concurrent.RejectedExecutionException if the loops are closed
   */
  public Runnable executeAfter(long delayNanos, Runnable task) {
    ScheduledFuture<?> scheduled = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  /** Whether the calling thread is this one. */
  public boolean isCurrent() {
    return loop.inEventLoop();
  }

  /** Whether the thread has ended. Any thread. */
  public boolean isTerminated() {
    return loop.isTerminated();
  }
}
